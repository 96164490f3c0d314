import { setTimeout as pause } from 'node:timers/promises'
import { logger } from '../logger'
import { counter } from '../metrics'
import { traced } from '../tracing'
import type { RowJob } from './job'

/** Where the places of a process get their work from, and whom they tell how it ended. Everything here may be asked twice. */
export type WorkSource<Piece extends object, Result> = {
  /** `<room>.<verb>` */
  name: string
  /** Pieces at once in this process. */
  concurrency(): number
  /** A group (a customer) has a limit of its own, so that one piece that ends may let another one begin. */
  hasGroups: boolean
  /** Takes up to `free` pieces that are due, for this process alone. `mayHaveMore`: another fetch at once may find some. */
  fetch(free: number, running: readonly Piece[]): Promise<{ pieces: Piece[]; mayHaveMore: boolean }>
  perform(part: Piece, signal: AbortSignal): Promise<Result>
  /** A piece that runs longer is stopped and counts as failed. */
  expireSeconds(part: Piece): number
  /** Is tried until it succeeds. */
  report(ended: readonly Ended<Piece, Result>[]): Promise<void>
  /** Says that they are being worked on; answers those that somebody else has meanwhile. */
  touch(parts: readonly Piece[]): Promise<readonly Piece[]>
  /** What was begun and will not be finished here. */
  giveBack(parts: readonly Piece[], reason: Error): Promise<void>
}

export type Ended<Piece, Result> = { piece: Piece } & (
  | { ok: true; result: Result }
  | { ok: false; error: unknown }
)

const runs = counter('job_runs_total', 'Pieces of background work that ended.', ['job', 'outcome'])
const runSeconds = counter('job_run_seconds_total', 'How long they took together.', ['job'])

const RETRY_MILLIS = 500
/** Half of what a source waits for at most before it gives a silent worker's pieces to another. */
const HEARTBEAT_MILLIS = 10_000

/**
 * The places of this process for one kind of work. One fetch fills all that are free, and one statement reports all that
 * have become free: the busier it is, the fewer statements a piece costs. Before each fetch requests go first. Nothing is
 * fetched unless somebody says that there may be work.
 */
export class Places<Piece extends object, Result> {
  private readonly running = new Map<Piece, AbortController>()
  private readonly ended: Ended<Piece, Result>[] = []
  private readonly heartbeat: NodeJS.Timeout
  private readonly loop: Promise<void>
  private state: 'working' | 'stopping' | 'over' = 'working'
  /** Told so, or the last fetch may have left some. */
  private mayHaveWork = true
  private isReporting = false
  private isWoken = false
  private rouse: () => void = () => undefined

  constructor(private readonly source: WorkSource<Piece, Result>) {
    this.loop = this.run()
    this.heartbeat = setInterval(() => this.touch(), HEARTBEAT_MILLIS)
  }

  /** There may be something to do. */
  look(): void {
    this.mayHaveWork = true
    this.wake()
  }

  /** Takes nothing more and lets what runs end; what does not in that time is tried again. */
  async stop(patienceMillis: number): Promise<void> {
    this.state = 'stopping'
    this.wake()
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patienceMillis)
    })
    await Promise.race([this.loop, patience])
    clearTimeout(timer)
    clearInterval(this.heartbeat)
    this.state = 'over'
    await this.giveBack()
  }

  private wake(): void {
    this.isWoken = true
    this.rouse()
  }

  private async run(): Promise<void> {
    const isBusy = () => this.running.size > 0 || this.ended.length > 0 || this.isReporting
    while (this.state === 'working' || (this.state === 'stopping' && isBusy())) {
      this.isWoken = false
      try {
        if (await this.fill()) continue
      } catch (error) {
        logger.error({ job: this.source.name, err: String(error) }, 'work could not be fetched')
      }
      if (!this.isWoken) await this.rest()
    }
  }

  private rest(): Promise<void> {
    return new Promise((resolve) => {
      this.rouse = resolve
    })
  }

  /** True when there may be more for the places that are left. */
  private async fill(): Promise<boolean> {
    if (this.state !== 'working' || this.free() <= 0 || !this.mayHaveWork) return false
    await giveWay()
    const free = this.free()
    if (this.state !== 'working') return false
    this.mayHaveWork = false
    const { pieces: parts, mayHaveMore } = await this.source.fetch(free, [...this.running.keys()])
    for (const part of parts) this.begin(part)
    this.mayHaveWork ||= mayHaveMore
    return mayHaveMore && parts.length < free
  }

  private free(): number {
    return this.source.concurrency() - this.running.size
  }

  private begin(piece: Piece): void {
    const stop = new AbortController()
    const startedAt = performance.now()
    this.running.set(piece, stop)
    const end = (ended: Ended<Piece, Result>) => {
      const { name: job } = this.source
      runs.inc({ job, outcome: ended.ok ? 'ok' : 'failed' })
      runSeconds.inc({ job }, (performance.now() - startedAt) / 1000)
      this.running.delete(piece)
      this.ended.push(ended)
      this.report().catch(() => undefined)
    }
    this.perform(piece, stop).then(
      (result) => end({ piece, ok: true, result }),
      (error: unknown) => end({ piece, ok: false, error }),
    )
  }

  private async perform(piece: Piece, stop: AbortController): Promise<Result> {
    const seconds = this.source.expireSeconds(piece)
    const expiry = setTimeout(() => stop.abort(new Error(`it ran longer than ${seconds} s`)), seconds * 1000)
    // What does not heed its signal must not keep its place.
    const stopped = new Promise<never>((_resolve, reject) => {
      stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true })
    })
    try {
      const span = { kind: 'CONSUMER', attributes: { 'portico.job': this.source.name } } as const
      const work = traced(`job ${this.source.name}`, span, () => this.source.perform(piece, stop.signal))
      return await Promise.race([work, stopped])
    } finally {
      clearTimeout(expiry)
    }
  }

  /** While one report is under way, others end and go with the next. */
  private async report(): Promise<void> {
    if (this.isReporting) return
    this.isReporting = true
    while (this.ended.length > 0 && this.state !== 'over') {
      const ended = this.ended.splice(0)
      try {
        await this.source.report(ended)
      } catch (error) {
        logger.error({ job: this.source.name, err: String(error) }, 'the end of work could not be reported')
        this.ended.push(...ended)
        await pause(RETRY_MILLIS)
      }
      if (this.source.hasGroups) this.mayHaveWork = true
      this.wake()
    }
    this.isReporting = false
  }

  /** Says that what is worked on is alive, and stops what has been given to somebody else meanwhile. */
  private async touch(): Promise<void> {
    const pieces = [...this.running.keys()]
    if (pieces.length === 0) return
    try {
      for (const piece of await this.source.touch(pieces))
        this.running.get(piece)?.abort(new Error('it was given to somebody else'))
    } catch (error) {
      logger.warn({ job: this.source.name, err: String(error) }, 'a heartbeat was not written')
    }
  }

  private async giveBack(): Promise<void> {
    const pieces = [...this.running.keys()]
    if (pieces.length === 0) return
    const reason = new Error('the process ended')
    await this.source
      .giveBack(pieces, reason)
      .catch((error: unknown) => logger.warn({ err: String(error) }, 'unfinished jobs were not given back'))
    for (const stop of this.running.values()) stop.abort(reason)
  }
}

/** So long the process is listened to; what comes meanwhile is fetched together. */
const LISTEN_MILLIS = 10
/** A timer that is later than that says that requests wait for their turn too. */
const LATE_MILLIS = 5
/** Whatever there is to answer, work in the background goes on after so long. */
export const LONGEST_MILLIS = 100

/**
 * Lets requests go first: resolves after a moment, or as soon as this process is no longer late with everything, or when
 * work in the background has waited long enough. Answers how long that was, ms.
 */
export async function giveWay(): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const listenedAt = performance.now()
    await pause(LISTEN_MILLIS)
    const now = performance.now()
    const isLate = now - listenedAt - LISTEN_MILLIS > LATE_MILLIS
    if (!isLate || now - startedAt + LISTEN_MILLIS >= LONGEST_MILLIS) return now - startedAt
  }
}

export function rowJob<Piece extends object, Result>(
  source: WorkSource<Piece, Result>,
  giveBackAll: () => Promise<void>,
): RowJob {
  return { name: source.name, open: () => new Places(source), giveBackAll }
}
