import { vi } from 'vitest'
import type { Sink } from '@/lib/platform/stream'
import type { ChatByteStream, ChatStreamReceiver } from '@/lib/upstream/contract/chat-model'
import type { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { type RelayEnd, StreamRelay } from '../internal/stream-relay'

export const identity = { id: 'chatcmpl_ours', created: 1_700_000_000, model: 'acme/large' }

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
    errorEvent: (error) => `data: ${JSON.stringify({ error: { code: error.fault } })}\n\n`,
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

/** The client of the stream: keeps what it receives, and accepts more while `takes` is true. */
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
