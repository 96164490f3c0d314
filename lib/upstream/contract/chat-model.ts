import type { JsonSource } from '@/lib/platform/json-source'
import type { UpstreamError } from './upstream-error'

/** The default limit of web searches per answer. */
export const MOST_SEARCHES = 5

/**
 * The types of Anthropic's tools that callers run and that its models know without a description; the date is a version.
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview
 */
export const CLIENT_TOOL = /^(?:bash|text_editor|computer|memory)_\d{8}$/

/**
 * A chat model behind an adapter. Both directions use OpenAI's chat-completions format, so that upstreams with that format are
 * passed through byte for byte.
 */
export interface ChatModel {
  /** The whole answer: the bytes of one `chat.completion` JSON object. Rejects with UpstreamError. */
  complete(call: ChatCall): Promise<Buffer>
  /**
   * Resolves when the upstream has accepted the call and its first bytes are here (buffered until `start`). Rejects with
   * UpstreamError before that, so that another route can be tried without the client noticing.
   */
  stream(call: ChatCall): Promise<ChatByteStream>
}

export type ChatCall = {
  /**
   * A valid OpenAI chat-completions request: `model` is the upstream's own id, `stream` is as requested, and a stream has
   * `stream_options.include_usage: true`. Unknown fields are passed on. `web_search: true` (with `max_searches`) is a field
   * of the gateway: the adapter maps it or throws `unsupported`. Cache marks (`cache_control`) are Anthropic's: other adapters
   * leave them out. Tools of a type in `CLIENT_TOOL` only go to Anthropic.
   */
  request: Readonly<Record<string, unknown>>
  /**
   * If the caller used this format: its bytes, and the value parsed from them. Members of `request` that are identical in
   * `read` are forwarded as they were written.
   */
  origin?: RequestOrigin | undefined
  /** Aborts when the client hangs up: the upstream call must be cancelled at once. */
  signal: AbortSignal
  /**
   * Called once the upstream has accepted the call (2xx headers): from then on it bills the prompt. If an adapter does not
   * call it, the call counts as accepted when its promise resolves.
   */
  onAccepted?: (() => void) | undefined
}

export type RequestOrigin = { source: JsonSource; read: Readonly<Record<string, unknown>> }

/** Bytes of server-sent events (`data: {chat.completion.chunk}\n\n` … `data: [DONE]\n\n`), cut anywhere. */
export interface ChatByteStream {
  /** Begins delivery; called once. */
  start(receiver: ChatStreamReceiver): void
  /** Continues after `onChunk` returned false. */
  resume(): void
  /** Stops the upstream; nothing is delivered afterwards. */
  abort(): void
}

export interface ChatStreamReceiver {
  /** False asks for a pause until `resume()`. */
  onChunk(bytes: Buffer): boolean
  /** The upstream closed the stream in order, with or without `[DONE]`. */
  onEnd(): void
  /** The upstream failed after its first byte. */
  onError(error: UpstreamError): void
}

/** The share of an answer's tokens that may be thinking, up to which the effort is low or medium. */
const LOW_SHARE = 0.2
const MEDIUM_SHARE = 0.45

export function effortOfShare(share: number): 'low' | 'medium' | 'high' {
  return share <= LOW_SHARE ? 'low' : share <= MEDIUM_SHARE ? 'medium' : 'high'
}
