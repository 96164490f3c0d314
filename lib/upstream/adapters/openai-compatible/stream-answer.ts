import type { ChatByteStream, ChatStreamReceiver } from '@/lib/upstream/contract/chat-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { Endpoint } from './endpoint'
import { type AnswerHead, type AnswerReceiver, EventProgress, type Exchange } from './exchange'
import { MAX_ERROR_BYTES, readError } from './read-error'

/** Decides from head and first bytes whether an answer is the stream asked for, then hands it over. */
export class StreamAnswer implements AnswerReceiver {
  readonly #progress = new EventProgress()
  #head: AnswerHead = { status: 0, headers: {} }
  #exchange: Exchange | undefined
  #stream: ByteStream | undefined
  #refusal: Buffer[] = []
  #refusalBytes = 0

  constructor(
    private readonly endpoint: Endpoint,
    private readonly resolve: (stream: ChatByteStream) => void,
    private readonly reject: (error: unknown) => void,
    private readonly onAccepted?: () => void,
  ) {}

  onHead(head: AnswerHead, exchange: Exchange): void {
    this.#head = head
    this.#exchange = exchange
    if (this.#isEventStream()) this.onAccepted?.()
  }

  /** Comments and empty lines are no first byte: another route may still be tried, and the deadline goes on. */
  onBytes(bytes: Buffer): void {
    if (!this.#isEventStream()) {
      this.#collectRefusal(bytes)
      return
    }
    const hasWords = this.#progress.hasWords(bytes)
    if (hasWords) this.#exchange?.noteProgress()
    else this.#exchange?.noteIdling(bytes.length)
    if (this.#stream !== undefined) this.#stream.push(bytes)
    else if (hasWords) this.#begin(bytes)
  }

  onEnd(): void {
    if (this.#stream !== undefined) this.#stream.end()
    else if (this.#isEventStream()) this.reject(new UpstreamError('failed', { status: 200 }))
    else this.reject(this.#readRefusal())
  }

  onFail(error: unknown): void {
    if (this.#stream === undefined) this.reject(error)
    else if (error instanceof UpstreamError) this.#stream.break(error)
    else this.#stream.abort()
  }

  #begin(first: Buffer): void {
    const exchange = this.#exchange
    if (exchange === undefined) return
    const refusal = firstEventRefusal(first)
    if (refusal === undefined) this.#handOver(exchange, first)
    else exchange.fail(readError(this.#head, refusal, this.endpoint))
  }

  #handOver(exchange: Exchange, first: Buffer): void {
    exchange.clearDeadline()
    this.#stream = new ByteStream(exchange)
    this.#stream.push(first)
    this.resolve(this.#stream)
  }

  #collectRefusal(bytes: Buffer): void {
    this.#refusalBytes += bytes.length
    this.#refusal.push(bytes)
    if (this.#refusalBytes > MAX_ERROR_BYTES) this.#exchange?.fail(this.#readRefusal())
  }

  #readRefusal(): UpstreamError {
    return readError(this.#head, Buffer.concat(this.#refusal), this.endpoint)
  }

  #isEventStream(): boolean {
    const { 'content-type': type = 'text/event-stream' } = this.#head.headers
    return this.#head.status === 200 && /^text\/event-stream\b/i.test(type)
  }
}

/**
 * Some upstreams accept a stream and say in its very first event that they refuse it. That is told apart here, once a
 * stream, so that such a call can still go elsewhere; whatever comes later belongs to whoever reads the stream.
 */
function firstEventRefusal(first: Buffer): string | undefined {
  const start = first.toString('latin1', 0, 64)
  if (!/^(?:event: ?error\r?\n)?data: ?\{\s*"error"/.test(start)) return undefined
  return /^data: ?(\{.*\})\s*$/m.exec(first.toString('utf8', 0, MAX_ERROR_BYTES))?.[1]
}

/**
 * A body on its way through. What comes while nobody takes it (before `start`, or when the parser gives up bytes that
 * it already had after a pause) waits in order, and so does the end.
 */
class ByteStream implements ChatByteStream {
  readonly #waiting: Buffer[] = []
  #receiver: ChatStreamReceiver | undefined
  #finish: ((receiver: ChatStreamReceiver) => void) | undefined
  #isHeld = true
  #isOver = false

  constructor(private readonly exchange: Exchange) {}

  start(receiver: ChatStreamReceiver): void {
    this.#receiver = receiver
    this.resume()
  }

  resume(): void {
    if (!this.#isHeld || this.#receiver === undefined) return
    this.#isHeld = false
    this.#drain(this.#receiver)
    if (!this.#isHeld) this.exchange.resume()
  }

  abort(): void {
    this.#isOver = true
    this.#waiting.length = 0
    this.exchange.abort()
  }

  push(bytes: Buffer): void {
    if (this.#isOver) return
    if (this.#isHeld || this.#receiver === undefined) this.#hold(bytes)
    else if (!this.#receiver.onChunk(bytes)) this.#pause()
  }

  end(): void {
    this.#settle((receiver) => receiver.onEnd())
  }

  break(error: UpstreamError): void {
    this.#settle((receiver) => receiver.onError(error))
  }

  #settle(finish: (receiver: ChatStreamReceiver) => void): void {
    this.#finish = finish
    if (!this.#isHeld && this.#receiver !== undefined) this.#drain(this.#receiver)
  }

  #drain(receiver: ChatStreamReceiver): void {
    while (!this.#isHeld && !this.#isOver) {
      const bytes = this.#waiting.shift()
      if (bytes === undefined) break
      if (!receiver.onChunk(bytes)) this.#pause()
    }
    if (this.#isHeld || this.#isOver || this.#finish === undefined) return
    this.#isOver = true
    this.#finish(receiver)
  }

  #hold(bytes: Buffer): void {
    this.#waiting.push(bytes)
    this.exchange.pause()
  }

  #pause(): void {
    this.#isHeld = true
    this.exchange.pause()
  }
}
