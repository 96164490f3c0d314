import { setTimeout as pause } from 'node:timers/promises'
import { logger } from '../logger'
import { counter } from '../metrics'
import { traced } from '../tracing'
import type { RowJob } from './job'

/** Where slots get their work and report results. Every method may be called twice. */
export type WorkSource<Item extends object, Result> = {
  /** `<feature>.<verb>` */
  name: string
  /** Concurrent items in this process. */
  concurrency(): number
  /** Groups (customers) have their own limit, so that the end of an item may allow another to begin. */
  hasGroups: boolean
  /** Claims up to `free` due items for this process. `mayHaveMore`: an immediate second fetch may find some. */
  fetch(free: number, running: readonly Item[]): Promise<{ items: Item[]; mayHaveMore: boolean }>
  perform(item: Item, signal: AbortSignal): Promise<Result>
  /** An item that runs longer is stopped and counts as failed. */
  expireSeconds(item: Item): number
  /** Reports results; called again until it succeeds. */
  report(ended: readonly Ended<Item, Result>[]): Promise<void>
  /** Renews the claims on items; returns those that another worker has claimed in the meantime. */
  touch(items: readonly Item[]): Promise<readonly Item[]>
  /** Returns items that this process started but will not finish. */
  giveBack(items: readonly Item[], reason: Error): Promise<void>
}

export type Ended<Item, Result> = { item: Item } & (
  | { ok: true; result: Result }
  | { ok: false; error: unknown }
)

const runs = counter('job_runs_total', 'Background jobs that ended.', ['job', 'outcome'])
const runSeconds = counter('job_run_seconds_total', 'Total run time of background jobs.', ['job'])

const RETRY_MILLIS = 500
/** Half the time after which the items of a worker without heartbeats go to another. */
const HEARTBEAT_MILLIS = 10_000

/**
 * The slots of this process for one kind of work. One fetch fills all free slots, and one statement reports all ended items:
 * the busier the process, the fewer statements per item. Requests go first before each fetch. Nothing is fetched unless
 * there may be work.
 */
export class Slots<Item extends object, Result> {
  private readonly running = new Map<Item, AbortController>()
  private readonly ended: Ended<Item, Result>[] = []
  private readonly heartbeat: NodeJS.Timeout
  private readonly loop: Promise<void>
  private state: 'working' | 'stopping' | 'over' = 'working'
  /** Work was announced, or the last fetch may have left some. */
  private mayHaveWork = true
  private isReporting = false
  private isWoken = false
  private rouse: () => void = () => undefined

  constructor(
    private readonly source: WorkSource<Item, Result>,
    private readonly onReport: () => void = () => undefined,
  ) {
    this.loop = this.run()
    this.heartbeat = setInterval(() => this.touch(), HEARTBEAT_MILLIS)
  }

  /** Looks for work. */
  look(): void {
    this.mayHaveWork = true
    this.wake()
  }

  /** Starts nothing more and waits for running items. Items that do not end in time are retried. */
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

  /** True if there may be more work for the remaining slots. */
  private async fill(): Promise<boolean> {
    if (this.state !== 'working' || this.free() <= 0 || !this.mayHaveWork) return false
    await giveWay()
    const free = this.free()
    if (this.state !== 'working') return false
    this.mayHaveWork = false
    const { items, mayHaveMore } = await this.source.fetch(free, [...this.running.keys()])
    for (const item of items) this.begin(item)
    this.mayHaveWork ||= mayHaveMore
    return mayHaveMore && items.length < free
  }

  private free(): number {
    return this.source.concurrency() - this.running.size
  }

  private begin(item: Item): void {
    const stop = new AbortController()
    const startedAt = performance.now()
    this.running.set(item, stop)
    const end = (ended: Ended<Item, Result>) => {
      const { name: job } = this.source
      runs.inc({ job, outcome: ended.ok ? 'ok' : 'failed' })
      runSeconds.inc({ job }, (performance.now() - startedAt) / 1000)
      this.running.delete(item)
      this.ended.push(ended)
      this.report().catch(() => undefined)
    }
    this.perform(item, stop).then(
      (result) => end({ item, ok: true, result }),
      (error: unknown) => end({ item, ok: false, error }),
    )
  }

  private async perform(item: Item, stop: AbortController): Promise<Result> {
    const seconds = this.source.expireSeconds(item)
    const expiry = setTimeout(() => stop.abort(new Error(`it ran longer than ${seconds} s`)), seconds * 1000)
    // Work that ignores its signal must not keep its slot.
    const stopped = new Promise<never>((_resolve, reject) => {
      stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true })
    })
    try {
      const span = { kind: 'CONSUMER', attributes: { 'portico.job': this.source.name } } as const
      const work = traced(`job ${this.source.name}`, span, () => this.source.perform(item, stop.signal))
      return await Promise.race([work, stopped])
    } finally {
      clearTimeout(expiry)
    }
  }

  /** Items that end while a report is in progress go into the next one. */
  private async report(): Promise<void> {
    if (this.isReporting) return
    this.isReporting = true
    while (this.ended.length > 0 && this.state !== 'over') {
      const ended = this.ended.splice(0)
      try {
        await this.source.report(ended)
        this.onReport()
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

  /** Renews the claims on running items, and stops those that another worker has claimed. */
  private async touch(): Promise<void> {
    const items = [...this.running.keys()]
    if (items.length === 0) return
    try {
      for (const item of await this.source.touch(items))
        this.running.get(item)?.abort(new Error('another worker has claimed it'))
    } catch (error) {
      logger.warn({ job: this.source.name, err: String(error) }, 'a heartbeat was not written')
    }
  }

  private async giveBack(): Promise<void> {
    const items = [...this.running.keys()]
    if (items.length === 0) return
    const reason = new Error('the process ended')
    await this.source
      .giveBack(items, reason)
      .catch((error: unknown) => logger.warn({ err: String(error) }, 'unfinished jobs were not given back'))
    for (const stop of this.running.values()) stop.abort(reason)
  }
}

/** How long the event loop's delay is measured; work announced in that time is fetched together. */
const LISTEN_MILLIS = 10
/** If a timer is later than this, requests are waiting. */
const LATE_MILLIS = 5
/** Background work continues after this long, however many requests there are. */
export const LONGEST_MILLIS = 100

/**
 * Lets requests go first: resolves as soon as the event loop is not late, at the latest after `LONGEST_MILLIS`. Returns the
 * wait in milliseconds.
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

export function rowJob<Item extends object, Result>(
  source: WorkSource<Item, Result>,
  { readDue, giveBackAll }: Pick<RowJob, 'readDue' | 'giveBackAll'>,
): RowJob {
  return { name: source.name, open: (onReport) => new Slots(source, onReport), readDue, giveBackAll }
}
