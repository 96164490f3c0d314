import { vi } from 'vitest'
import type { Sink } from '@/lib/platform/stream'
import type { ChatByteStream, ChatStreamReceiver } from '@/lib/upstream/contract/chat-model'
import type { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { type RelayEnd, StreamRelay } from '../internal/stream-relay'
import { ChatChunk } from '../schema'

export const identity = { id: 'chatcmpl_ours', created: 1_700_000_000, model: 'acme/large' }

export function chunk(delta: object, finish: string | null = null, more: object = {}): string {
  const body = {
    id: 'up-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'large-2026',
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  }
  return `data: ${JSON.stringify(body)}\n\n`
}

export const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 }
export const usageChunk = `data: ${JSON.stringify({ id: 'up-1', object: 'chat.completion.chunk', created: 1, model: 'large-2026', choices: [], usage })}\n\n`
export const hello = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ content: 'Hé"l' }),
  chunk({ content: 'lo 🌍' }),
  chunk({}, 'stop'),
]

/** A relay between a scripted upstream and a scripted client. */
export function setUp(
  options: { showUsage?: boolean; choiceCount?: number; sinkTakes?: () => boolean; isAborted?: boolean } = {},
) {
  let receiver: ChatStreamReceiver | undefined
  const upstream = {
    resume: vi.fn(),
    abort: vi.fn(),
    start: (one: ChatStreamReceiver) => {
      receiver = one
    },
  }
  const onEnd = vi.fn<(end: RelayEnd) => void>()
  const relay = new StreamRelay({
    identity,
    showsUsage: options.showUsage === true,
    choiceCount: options.choiceCount ?? 1,
    onComplete: (end) =>
      options.showUsage ? JSON.stringify({ choices: [], usage: { ...end.usage, cost: 0 } }) : undefined,
    onEnd,
    errorPayload: (error) => JSON.stringify({ error: { code: error.fault } }),
  })
  const { sink, ...client } = scriptedClient(options.sinkTakes)
  const call = new AbortController()
  if (options.isAborted) call.abort()
  const opened = relay.open(upstream satisfies ChatByteStream, call.signal)
  opened.catch(() => undefined)
  return {
    relay,
    upstream,
    call,
    onEnd,
    sink,
    opened,
    feed: (text: string) => receiver?.onChunk(Buffer.from(text)),
    feedBytes: (bytes: Buffer) => receiver?.onChunk(bytes),
    close: () => receiver?.onEnd(),
    break: (error: UpstreamError) => receiver?.onError(error),
    ...client,
  }
}

/** Who reads the stream: keeps what it is sent, and takes more whenever `takes` says so. */
function scriptedClient(takes: () => boolean = () => true) {
  const written: Buffer[] = []
  let drain: () => void = () => undefined
  const sink = {
    write: vi.fn((bytes: Buffer | string) => {
      written.push(Buffer.from(bytes))
      return takes()
    }),
    onDrain: (callback: () => void) => {
      drain = callback
    },
    end: vi.fn(),
    destroy: vi.fn(),
  } satisfies Sink
  return { sink, drain: () => drain(), text: () => Buffer.concat(written).toString('utf8') }
}

/** The payloads of a stream's events. */
export function eventsOf(text: string): string[] {
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('data: '))
    .map((event) => event.slice(6))
}

/** The words of a stream, put together. */
export function contentOf(text: string): string {
  return eventsOf(text)
    .filter((event) => event !== '[DONE]')
    .map((event) => ChatChunk.parse(JSON.parse(event)))
    .map((one) => String(one.choices[0]?.delta.content ?? ''))
    .join('')
}
