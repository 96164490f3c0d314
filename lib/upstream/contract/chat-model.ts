import type { JsonSource } from '@/lib/platform/json-source'
import type { UpstreamError } from './upstream-error'

/** How often an upstream may search the web for one answer, unless the caller says so. */
export const MOST_SEARCHES = 5

/**
 * The types of Anthropic's tools that the caller runs and its models know without a description; the date is their version.
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview
 */
export const CLIENT_TOOL = /^(?:bash|text_editor|computer|memory)_\d{8}$/

/**
 * A chat model behind an adapter. Both directions speak OpenAI's chat-completions wire format, so that an upstream
 * that speaks it too is passed through byte for byte.
 */
export interface ChatModel {
  /** The whole answer: the bytes of one `chat.completion` JSON object. Rejects with UpstreamError. */
  complete(call: ChatCall): Promise<Buffer>
  /**
   * Resolves when the upstream has accepted the call and its first bytes are here (they are kept until `start`).
   * Rejects with UpstreamError before that, so that another route can be tried unseen by the client.
   */
  stream(call: ChatCall): Promise<ChatByteStream>
}

export type ChatCall = {
  /**
   * An OpenAI chat-completions request, already valid: `model` is the upstream's own id, `stream` is set as asked,
   * and a stream has `stream_options.include_usage: true`. Unknown fields are passed on.
   * `web_search: true` is the gateway's own switch; the adapter maps it or throws `unsupported`. With it may come
   * `max_searches`. Marks for a cache (`cache_control`) are Anthropic's: an adapter of others leaves them out. Tools of a
   * type in `CLIENT_TOOL` go to Anthropic alone.
   */
  request: Readonly<Record<string, unknown>>
  /**
   * Where the caller wrote in this format: the bytes, and what was read from them. What of `request` is the same value as in
   * `read` goes on as it was written.
   */
  origin?: RequestOrigin | undefined
  /** Aborts when the client hung up: the upstream call must be cancelled at once. */
  signal: AbortSignal
  /**
   * Called once the upstream has accepted the call (2xx headers): from here on it bills the prompt. An adapter that does
   * not call it accepts when its promise resolves.
   */
  onAccepted?: (() => void) | undefined
}

export type RequestOrigin = { source: JsonSource; read: Readonly<Record<string, unknown>> }

/** Bytes of server-sent events (`data: {chat.completion.chunk}\n\n` … `data: [DONE]\n\n`), cut anywhere. */
export interface ChatByteStream {
  /** Begins delivery; called once. */
  start(receiver: ChatStreamReceiver): void
  /** After `onChunk` returned false: go on. */
  resume(): void
  /** Stop the upstream; nothing is delivered afterwards. */
  abort(): void
}

export interface ChatStreamReceiver {
  /** False asks for a pause until `resume()`. */
  onChunk(bytes: Buffer): boolean
  /** The upstream closed in order (whether or not it said `[DONE]`). */
  onEnd(): void
  /** The upstream broke after its first byte. */
  onError(error: UpstreamError): void
}
