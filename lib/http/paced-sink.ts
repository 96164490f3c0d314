import type { ServerResponse } from 'node:http'
import { performance as processor } from 'node:perf_hooks'
import { beforeAnswers } from '@/lib/platform/before-answers'
import type { Sink } from '@/lib/platform/stream'

/** As much as a socket takes before it asks to wait. */
const MOST_BYTES = 16 * 1024

/**
 * A client's connection that is written to less often when the process is busy: what comes within the pause after a write
 * goes out together at its end. The first piece and the last go out at once.
 */
export class PacedSink implements Sink {
  readonly #response: ServerResponse
  readonly #pause: (now: number) => number
  readonly #giveUp: (error: unknown) => void
  readonly #pieces: Buffer[] = []
  #sizeBytes = 0
  #writtenAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  /**
   * `pause` says for how many milliseconds after a write the next one waits, by the monotonic clock. `giveUp` ends the answer
   * when something is thrown in a callback, which would end the process.
   */
  constructor(response: ServerResponse, pause: (now: number) => number, giveUp: (error: unknown) => void) {
    this.#response = response
    this.#pause = pause
    this.#giveUp = giveUp
    response.on('close', () => clearTimeout(this.#timer))
  }

  write(piece: Buffer | string): boolean {
    beforeAnswers.run()
    const now = performance.now()
    if (this.#timer === undefined) {
      const restMillis = this.#writtenAt + this.#pause(now) - now
      if (restMillis <= 0) {
        this.#writtenAt = now
        return this.#response.write(piece)
      }
      this.#timer = setTimeout(() => this.#guard(() => void this.#flush()), restMillis)
    }
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    this.#pieces.push(bytes)
    this.#sizeBytes += bytes.length
    return this.#sizeBytes < MOST_BYTES ? !this.#response.writableNeedDrain : this.#flush()
  }

  onDrain(callback: () => void): void {
    this.#response.on('drain', () => this.#guard(callback))
  }

  end(): void {
    beforeAnswers.run()
    this.#response.end(this.#take())
  }

  destroy(): void {
    this.#response.destroy()
  }

  #guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#giveUp(error)
    }
  }

  #flush(): boolean {
    beforeAnswers.run()
    this.#writtenAt = performance.now()
    const taken = this.#take()
    return taken === undefined || this.#response.write(taken)
  }

  #take(): Buffer | undefined {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const [first] = this.#pieces
    const taken = this.#pieces.length > 1 ? Buffer.concat(this.#pieces, this.#sizeBytes) : first
    this.#pieces.length = 0
    this.#sizeBytes = 0
    return taken
  }
}

const MEASURED_MILLIS = 100
/** Below this share of its time a process has no need to save. */
const BUSY_FROM = 0.4
const LONGEST_MILLIS = 100

let before = processor.eventLoopUtilization()
let measuredAt = Number.NEGATIVE_INFINITY
let pauseMillis = 0

/**
 * How long a stream pauses between two writes, in milliseconds: 0 while this process has time, and the busier it is the
 * longer, up to a tenth of a second. Writing to a socket is most of what a piece of a stream costs.
 */
export function writePause(now: number): number {
  if (now - measuredAt < MEASURED_MILLIS) return pauseMillis
  const current = processor.eventLoopUtilization()
  const { utilization } = processor.eventLoopUtilization(current, before)
  before = current
  measuredAt = now
  pauseMillis = Math.round(Math.max(0, ((utilization - BUSY_FROM) / (1 - BUSY_FROM)) * LONGEST_MILLIS))
  return pauseMillis
}
