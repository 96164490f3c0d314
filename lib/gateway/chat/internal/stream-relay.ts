import type { Sink, StreamBody } from '@/lib/platform/stream'
import type { ChatByteStream, ChatStreamReceiver } from '@/lib/upstream/contract/chat-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { EventSplitter, isDone } from '@/lib/upstream/reading/frames'
import type { Usage } from '@/lib/upstream/reading/usage'
import { ChunkRewriter } from './chunk-rewriter'
import type { EndedStream } from './usage'

/** How a relayed stream ended, with what is needed to bill it. */
export type RelayEnd = EndedStream & {
  finishReason: string | undefined
  /** The service tier that the upstream reports. */
  serviceTier?: string
  firstByteAt: Date | undefined
  /** The same time by the monotonic clock. */
  firstByteMs: number | undefined
  error: UpstreamError | undefined
}

/** An answer being streamed, and the usage that its upstream has reported so far. */
export type AnswerStream = StreamBody & { reportedUsage(): Usage | undefined }

type Options = {
  identity: { id: string; created: number; model: string }
  /** Whether the client asked for usage. */
  showsUsage: boolean
  /** How many choices the client asked for (`n`). */
  choiceCount: number
  /** Whether the request used `functions`, not `tools`. */
  isLegacy?: boolean
  /** Called once, before the last bytes are sent. Returns the usage chunk if the client asked for it; a promise delays the end. */
  onComplete(end: RelayEnd): string | undefined | Promise<string | undefined>
  /** Called once, however the stream ended. */
  onEnd(end: RelayEnd): void
  /** The event that reports a broken stream to the client. */
  errorEvent(error: UpstreamError): string
}

export const KEEP_ALIVE_MILLIS = 15_000
export const KEEP_ALIVE = ': keep-alive\n\n'

/**
 * Relays one upstream stream to one client. `open` resolves at the first event to send; until then the client has received
 * nothing and another route can be tried. After that `body` is sent, with back-pressure both ways.
 */
export class StreamRelay implements ChatStreamReceiver {
  private readonly splitter = new EventSplitter()
  private readonly rewriter: ChunkRewriter
  private readonly text = new AnswerText()
  private stream: ChatByteStream | undefined
  private sink: Sink | undefined
  private pending = ''
  /** The stream is billed, and nothing more is read from the upstream. */
  private isClosed = false
  /** The last bytes are in `pending`; the client's answer ends after them. */
  private isOver = false
  private keepAlive: NodeJS.Timeout | undefined
  private opening: { resolve: () => void; reject: (error: unknown) => void } | undefined
  private readonly end: RelayEnd = {
    kind: 'complete',
    usage: undefined,
    countedLength: 0,
    finishReason: undefined,
    content: '',
    firstByteAt: undefined,
    firstByteMs: undefined,
    error: undefined,
  }

  constructor(private readonly options: Options) {
    this.rewriter = new ChunkRewriter(options.identity, options.showsUsage, options.isLegacy)
  }

  /**
   * Rejects with UpstreamError if the upstream fails before its first event, and with the reason of `signal` if that aborts
   * before it. Then nothing was sent, the upstream is aborted, and `onEnd` is not called.
   */
  open(stream: ChatByteStream, signal: AbortSignal): Promise<void> {
    this.stream = stream
    const giveUp = () => this.giveUp(signal.reason)
    return new Promise<void>((resolve, reject) => {
      this.opening = { resolve, reject }
      if (signal.aborted) {
        giveUp()
        return
      }
      signal.addEventListener('abort', giveUp, { once: true })
      stream.start(this)
    }).finally(() => signal.removeEventListener('abort', giveUp))
  }

  /** The response body. */
  readonly body: AnswerStream = {
    reportedUsage: () => this.end.usage,
    start: (sink) => {
      this.sink = sink
      sink.onDrain(() => this.stream?.resume())
      if (!this.isClosed) this.keepAlive = setTimeout(() => this.ping(), KEEP_ALIVE_MILLIS).unref()
      const canTakeMore = this.flush()
      if (!this.isClosed && canTakeMore) this.stream?.resume()
    },
  }

  /** The client left. */
  abort(): void {
    this.stream?.abort()
    this.close('aborted')
  }

  /** The end for a client that left before the first event. */
  endSoFar(): RelayEnd {
    return { ...this.end, content: this.text.toString(), kind: 'aborted' }
  }

  onChunk(bytes: Buffer): boolean {
    if (this.isClosed || !this.attempt(() => this.handleEvents(this.splitter.push(bytes)))) return true
    return this.flush()
  }

  /** Without `[DONE]`, the stream is complete if every choice has a finish reason. */
  onEnd(): void {
    if (this.isClosed) return
    this.attempt(() => {
      this.handleEvents(this.splitter.end())
      if (this.isClosed) return
      if (!this.hasEnded()) throw new UpstreamError('failed', { cause: 'the stream ended early' })
      this.complete()
    })
  }

  /** An error after every choice has ended and usage was reported loses nothing: the answer is complete. */
  onError(error: UpstreamError): void {
    if (this.isClosed) return
    this.attempt(() => {
      if (this.end.usage === undefined || !this.hasEnded()) throw error
      this.complete()
    })
  }

  private hasEnded(): boolean {
    return this.rewriter.reader.hasEnded(this.options.choiceCount)
  }

  /** An error while reading events fails the stream. Returns false once nothing more is read. */
  private attempt(work: () => void): boolean {
    try {
      work()
    } catch (cause) {
      this.fail(cause instanceof UpstreamError ? cause : new UpstreamError('failed', { cause }))
    }
    return !this.isClosed
  }

  private handleEvents(payloads: readonly string[]): void {
    for (const payload of payloads) {
      if (isDone(payload)) this.complete()
      else this.handleEvent(payload)
      if (this.isClosed) return
    }
  }

  private handleEvent(payload: string): void {
    const chunk = this.rewriter.rewrite(payload)
    this.text.append(chunk.content)
    if (chunk.usage) {
      this.end.usage = chunk.usage
      this.end.countedLength = this.text.length
    }
    if (chunk.serviceTier) this.end.serviceTier = chunk.serviceTier
    this.deliver(chunk.payloads)
  }

  private deliver(payloads: readonly string[]): void {
    if (payloads.length === 0) return
    for (const payload of payloads) this.pending += `data: ${payload}\n\n`
    if (this.opening === undefined) return
    this.end.firstByteAt = new Date()
    this.end.firstByteMs = performance.now()
    this.opening.resolve()
    this.opening = undefined
  }

  /** Sends what is pending. False asks the upstream to pause, also while there is no client yet. */
  private flush(): boolean {
    if (this.sink === undefined) return this.pending === ''
    if (this.pending !== '') {
      const bytes = Buffer.from(this.pending, 'latin1')
      this.pending = ''
      this.keepAlive?.refresh()
      const canTakeMore = this.sink.write(bytes)
      if (!this.isOver) return canTakeMore
    }
    if (this.isOver) this.sink.end()
    return true
  }

  private complete(): void {
    if (!this.rewriter.reader.hasBegun) throw new UpstreamError('failed', { cause: 'done without an answer' })
    const { payloads, finishReason } = this.rewriter.end()
    this.end.finishReason = finishReason
    this.deliver(payloads)
    this.close('complete')
    const usagePayload = this.options.onComplete(this.end)
    if (usagePayload instanceof Promise) void usagePayload.then((payload) => this.sendLast(payload))
    else this.sendLast(usagePayload)
  }

  private sendLast(usagePayload: string | undefined): void {
    if (usagePayload !== undefined)
      this.pending += `data: ${Buffer.from(usagePayload).toString('latin1')}\n\n`
    this.pending += 'data: [DONE]\n\n'
    this.isOver = true
    this.flush()
  }

  private fail(error: UpstreamError): void {
    if (this.opening) {
      this.giveUp(error)
      return
    }
    this.stream?.abort()
    this.end.error = error
    this.pending += Buffer.from(this.options.errorEvent(error)).toString('latin1')
    this.finish('broken')
  }

  /** Ends a stream before the client has received anything. */
  private giveUp(reason: unknown): void {
    const { opening } = this
    if (opening === undefined) return
    this.opening = undefined
    this.isClosed = true
    this.stream?.abort()
    opening.reject(reason)
  }

  private finish(kind: RelayEnd['kind']): void {
    this.close(kind)
    this.isOver = true
    this.flush()
  }

  private close(kind: RelayEnd['kind']): void {
    if (this.isClosed) return
    this.isClosed = true
    clearTimeout(this.keepAlive)
    this.end.kind = kind
    this.end.content = this.text.toString()
    this.options.onEnd(this.end)
  }

  private ping(): void {
    if (this.isClosed) return
    this.sink?.write(KEEP_ALIVE)
    this.keepAlive?.refresh()
  }
}

/** Short enough that texts in parts stay small. */
const MOST_LOOSE_CHARACTERS = 1024
const MAX_CHARACTERS = 2_000_000

/**
 * The text of an answer, which arrives in thousands of parts, as Latin-1. It takes one byte a character: a string that is
 * appended to keeps an object per part, and the whole event that the part was cut from.
 */
export class AnswerText {
  readonly #pieces: Buffer[] = []
  #loose = ''
  #length = 0

  get length(): number {
    return this.#length
  }

  /** What is over 2 million characters is left out. */
  append(part: string): void {
    if (part === '' || this.#length >= MAX_CHARACTERS) return
    this.#length += part.length
    this.#loose += part
    if (this.#loose.length < MOST_LOOSE_CHARACTERS) return
    this.#pieces.push(Buffer.from(this.#loose, 'latin1'))
    this.#loose = ''
  }

  toString(): string {
    return Buffer.concat(this.#pieces).toString('latin1') + this.#loose
  }
}
