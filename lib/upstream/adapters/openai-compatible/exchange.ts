import type { IncomingHttpHeaders } from 'node:http'
import type { Transform } from 'node:stream'
import type { Dispatcher } from 'undici'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { decoderFor } from './decoder-for'

export type AnswerHead = { status: number; headers: IncomingHttpHeaders }

/** Told about one answer: the head, its bytes (never empty), then exactly one of `onEnd` and `onFail`. */
export interface AnswerReceiver {
  onHead(head: AnswerHead, exchange: Exchange): void
  onBytes(bytes: Buffer): void
  onEnd(): void
  /** An UpstreamError, or the reason of the caller's own abort. */
  onFail(error: unknown): void
}

type Limits = { signal: AbortSignal; deadlineMs: number }

/** One request and its answer: joins undici's events, the caller's signal and a deadline into one sequence that ends once. */
export class Exchange implements Dispatcher.DispatchHandler {
  /** How many have begun and not ended, in this process. */
  static open = 0

  readonly #receiver: AnswerReceiver
  readonly #signal: AbortSignal
  #controller: Dispatcher.DispatchController | undefined
  #deadline: NodeJS.Timeout | undefined
  #decoder: Transform | undefined
  #isOver = false

  constructor(receiver: AnswerReceiver, { signal, deadlineMs }: Limits) {
    this.#receiver = receiver
    this.#signal = signal
    Exchange.open += 1
    signal.addEventListener('abort', this.#onSignal)
    this.#deadline = setTimeout(() => this.fail(new UpstreamError('timeout')), deadlineMs)
  }

  /** The answer has begun in earnest: from here on only silence inside the body counts as too slow. */
  clearDeadline(): void {
    clearTimeout(this.#deadline)
  }

  pause(): void {
    this.#controller?.pause()
  }

  resume(): void {
    if (!this.#isOver) this.#controller?.resume()
  }

  /** Ends it from our side, unheard. */
  abort(): void {
    if (this.#isOver) return
    this.#close()
    this.#decoder?.destroy()
    this.#controller?.abort(new Error('aborted'))
  }

  /** Ends it from our side and tells the receiver why. */
  fail(error: unknown): void {
    if (this.#isOver) return
    this.abort()
    this.#receiver.onFail(error)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // A call can be given up while it waits for a connection. Throwing here takes it from the queue
    // and leaves the new connection to others; `controller.abort` would close it.
    if (this.#isOver) throw new Error('aborted')
    this.#controller = controller
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (this.#isOver || status < 200) return
    this.#decoder = decoderFor(headers['content-encoding'])
    this.#decoder
      ?.on('data', (bytes: Buffer) => this.#pass(bytes))
      .once('end', () => this.#end())
      .on('error', (cause) => this.fail(new UpstreamError('failed', { cause })))
    this.#receiver.onHead({ status, headers }, this)
  }

  onResponseData(_: Dispatcher.DispatchController, bytes: Buffer): void {
    // An empty chunk says nothing, and pausing on one makes undici's parser come back with it for ever.
    if (bytes.length === 0) return
    if (this.#decoder === undefined) this.#pass(bytes)
    else if (!this.#isOver) this.#decoder.write(bytes)
  }

  onResponseEnd(): void {
    if (this.#decoder === undefined) this.#end()
    else if (!this.#isOver) this.#decoder.end()
  }

  onResponseError(_: Dispatcher.DispatchController, cause: Error): void {
    if (this.#isOver) return
    this.#close()
    this.#decoder?.destroy()
    this.#receiver.onFail(this.#explain(cause))
  }

  #pass(bytes: Buffer): void {
    if (!this.#isOver) this.#receiver.onBytes(bytes)
  }

  #end(): void {
    if (this.#isOver) return
    this.#close()
    this.#receiver.onEnd()
  }

  readonly #onSignal = (): void => this.fail(this.#signal.reason)

  #close(): void {
    this.#isOver = true
    Exchange.open -= 1
    this.clearDeadline()
    this.#signal.removeEventListener('abort', this.#onSignal)
  }

  #explain(cause: Error & { code?: unknown }): UpstreamError {
    if (cause.code === 'UND_ERR_INVALID_ARG') return new UpstreamError('failed', { cause })
    if (this.#controller === undefined) return new UpstreamError('unreachable', { cause })
    const isSlow = cause.code === 'UND_ERR_BODY_TIMEOUT' || cause.code === 'UND_ERR_HEADERS_TIMEOUT'
    return new UpstreamError(isSlow ? 'timeout' : 'failed', { cause })
  }
}
