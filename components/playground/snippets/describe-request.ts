import type { WireRequest } from '../request/wire'

export type SnippetLanguage = 'curl' | 'typescript' | 'python'

export type SnippetInput = {
  request: WireRequest
  /** The address of this very gateway, without a path. */
  origin: string
  stream: boolean
}

/** The environment variable that the snippets read the key from; a key itself never stands in them. */
export const keyVariable = 'PORTICO_API_KEY'

/** The body as the snippet sends it. */
export function bodyOf({ request, stream }: SnippetInput): WireRequest {
  return stream ? { ...request, stream: true, stream_options: { include_usage: true } } : request
}
