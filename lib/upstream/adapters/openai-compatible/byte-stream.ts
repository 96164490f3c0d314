import type { ChatByteStream, ChatStreamReceiver } from '@/lib/upstream/contract/chat-model'
import type { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { Exchange } from './exchange'

/**
 * A body on its way through. What comes while nobody takes it (before `start`, or when the parser gives up bytes that
 * it already had after a pause) waits in order, and so does the end.
 */
export class ByteStream implements ChatByteStream {
  readonly #exchange: Exchange
  readonly #waiting: Buffer[] = []
  #receiver: ChatStreamReceiver | undefined
  #finish: ((receiver: ChatStreamReceiver) => void) | undefined
  #isHeld = true
  #isOver = false

  constructor(exchange: Exchange) {
    this.#exchange = exchange
  }

  start(receiver: ChatStreamReceiver): void {
    this.#receiver = receiver
    this.resume()
  }

  resume(): void {
    if (!this.#isHeld || this.#receiver === undefined) return
    this.#isHeld = false
    this.#drain(this.#receiver)
    if (!this.#isHeld) this.#exchange.resume()
  }

  abort(): void {
    this.#isOver = true
    this.#waiting.length = 0
    this.#exchange.abort()
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
    this.#exchange.pause()
  }

  #pause(): void {
    this.#isHeld = true
    this.#exchange.pause()
  }
}
