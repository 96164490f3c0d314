import type { ChatByteStream, ChatStreamReceiver } from '@/lib/upstream/contract/chat-model'
import type { UpstreamError } from '@/lib/upstream/contract/upstream-error'

export type Script = {
  events: Iterator<string>
  chunkDelayMs: number
  /** The stream breaks with this error after so many events, and never says that it is done. */
  cut: { after: number; error: UpstreamError } | undefined
  signal: AbortSignal
}

/** Without a delay, so many events go out at once before others have their turn. */
const EVENTS_AT_ONCE = 32
const DONE = 'data: [DONE]\n\n'

/** Plays a script to its receiver. At most one timer exists for it at any time. */
export class SandboxStream implements ChatByteStream {
  readonly #script: Script
  #receiver: ChatStreamReceiver | undefined
  #timer: NodeJS.Timeout | undefined
  #turn: NodeJS.Immediate | undefined
  #sent = 0
  #isPaused = false
  #isOver = false

  constructor(script: Script) {
    this.#script = script
    if (script.signal.aborted) this.#isOver = true
    else script.signal.addEventListener('abort', this.#onAbort, { once: true })
  }

  start(receiver: ChatStreamReceiver): void {
    if (this.#isOver || this.#receiver !== undefined) return
    this.#receiver = receiver
    this.#turn = setImmediate(this.#play)
  }

  resume(): void {
    if (this.#isOver || !this.#isPaused) return
    this.#isPaused = false
    this.#schedule()
  }

  abort(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    clearImmediate(this.#turn)
    this.#script.signal.removeEventListener('abort', this.#onAbort)
  }

  readonly #onAbort = (): void => this.abort()

  readonly #play = (): void => {
    const receiver = this.#receiver
    if (receiver === undefined || this.#isOver) return
    const most = this.#script.chunkDelayMs > 0 ? 1 : EVENTS_AT_ONCE
    let text = ''
    let hasMore = true
    for (let count = 0; count < most && hasMore; count++) {
      const event = this.#next()
      text += event ?? ''
      hasMore = event !== undefined && event !== DONE
    }
    if (text !== '' && !receiver.onChunk(Buffer.from(text))) this.#isPaused = true
    if (this.#isOver || this.#isPaused) return
    if (hasMore) this.#schedule()
    else this.#finish(receiver)
  }

  /** Undefined at the end. A stream that is to break never gets to say that it is done. */
  #next(): string | undefined {
    const { events, cut } = this.#script
    if (cut !== undefined && this.#sent >= cut.after) return undefined
    const { value, done } = events.next()
    if (done === true || (cut !== undefined && value === DONE)) return undefined
    this.#sent++
    return value
  }

  #finish(receiver: ChatStreamReceiver): void {
    const { cut } = this.#script
    this.abort()
    if (cut === undefined) receiver.onEnd()
    else receiver.onError(cut.error)
  }

  #schedule(): void {
    if (this.#script.chunkDelayMs > 0) this.#timer = setTimeout(this.#play, this.#script.chunkDelayMs)
    else this.#turn = setImmediate(this.#play)
  }
}
