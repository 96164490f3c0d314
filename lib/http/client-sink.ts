import type { ServerResponse } from 'node:http'
import { beforeAnswers, type Sink } from '@/lib/platform/stream'

/** As much as a socket buffers before it signals backpressure. */
const MOST_BYTES = 16 * 1024

/**
 * A client's connection. What is written to it in one turn of the event loop goes out at the end of the turn, in one write,
 * together with everyone else's. Writing to a socket is most of the cost of a chunk: the busier the process, the more chunks
 * share a write, and nothing waits while it is not.
 */
export class ClientSink implements Sink {
  readonly #response: ServerResponse
  readonly #giveUp: (error: unknown) => void
  readonly #isGo: boolean
  #pieces: Buffer[] = []
  #sizeBytes = 0
  #isOver = false
  #isDue = false

  /**
   * `giveUp` ends the response when a callback throws, which would otherwise end the process. `isGo`: the client is OpenAI's
   * SDK for Go, older versions of which read the blank line after a comment as an event. Other readers need that line.
   */
  constructor(response: ServerResponse, giveUp: (error: unknown) => void, isGo = false) {
    this.#response = response
    this.#giveUp = giveUp
    this.#isGo = isGo
  }

  write(given: Buffer | string): boolean {
    if (this.#isOver) {
      this.#send()
      return this.#response.write(given) // which Node reports as an error
    }
    const bytes = typeof given === 'string' ? Buffer.from(this.#isGo ? forGo(given) : given) : given
    this.#pieces.push(bytes)
    this.#sizeBytes += bytes.length
    if (this.#sizeBytes >= MOST_BYTES) return this.#send()
    this.#sendLater()
    return !this.#response.writableNeedDrain
  }

  onDrain(callback: () => void): void {
    this.#response.on('drain', () => this.#guard(callback))
  }

  end(): void {
    this.#isOver = true
    this.#sendLater()
  }

  destroy(): void {
    this.#response.destroy()
  }

  #sendLater(): void {
    if (this.#isDue) return
    this.#isDue = true
    if (due.length === 0) setImmediate(sendDue)
    due.push(this.#sendNow)
  }

  readonly #sendNow = (): void => {
    this.#isDue = false
    this.#guard(() => void this.#send())
  }

  /** False: the socket has to drain. */
  #send(): boolean {
    beforeAnswers.run()
    const bytes = this.#take()
    if (!this.#isOver) return bytes === undefined || this.#response.write(bytes)
    this.#response.end(bytes)
    return true
  }

  #guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#giveUp(error)
    }
  }

  #take(): Buffer | undefined {
    const [first] = this.#pieces
    const taken = this.#pieces.length > 1 ? Buffer.concat(this.#pieces, this.#sizeBytes) : first
    this.#pieces = []
    this.#sizeBytes = 0
    return taken
  }
}

function forGo(text: string): string {
  return text.startsWith(':') ? text.replace('\n\n', '\n') : text
}

let due: (() => void)[] = []

function sendDue(): void {
  const work = due
  due = []
  for (const one of work) one()
}
