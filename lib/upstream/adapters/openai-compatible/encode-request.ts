import type { WebSearchField } from '@/lib/upstream/contract/adapter'
import type { ChatCall } from '@/lib/upstream/contract/chat-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { withoutCacheMarks } from './without-cache-marks'

type Fields = Readonly<Record<string, unknown>>

const SEARCH_ON: Record<Exclude<WebSearchField, 'native'>, (request: Fields) => Fields> = {
  // OpenAI
  web_search_options: (request) => ({ web_search_options: request.web_search_options ?? {} }),
  // DashScope
  enable_search: () => ({ enable_search: true }),
  // OpenRouter
  plugins: (request) => ({ plugins: [...listOf(request.plugins), { id: 'web' }] }),
  // Zhipu
  tools: (request) => ({
    tools: [...listOf(request.tools), { type: 'web_search', web_search: { enable: true } }],
  }),
}

/** The body as it goes on the wire: the caller's request, with the gateway's own switch said in the upstream's words. */
export function encodeRequest(
  { request, origin }: Pick<ChatCall, 'request' | 'origin'>,
  webSearch: WebSearchField | undefined,
): string | Buffer {
  const sent = withSearch(withoutCacheMarks(request, origin?.source), webSearch)
  return origin ? origin.source.write(sent, origin.read) : JSON.stringify(sent)
}

function withSearch(request: Fields, webSearch: WebSearchField | undefined): Fields {
  if (!('web_search' in request) && !('enable_search' in request)) return request
  const { web_search, enable_search, max_searches: _most, ...rest } = request
  if (web_search !== true && enable_search !== true) return rest
  if (webSearch === undefined || webSearch === 'native')
    throw new UpstreamError('unsupported', { param: 'web_search' })
  return { ...rest, ...SEARCH_ON[webSearch](rest) }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
