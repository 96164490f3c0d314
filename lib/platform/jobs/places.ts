import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { z } from 'zod'
import { logger } from '../logger'
import type { JobHandler } from './job'

/** Pieces whose time comes, and those whose message was lost, are found so late at most. */
const LOOK_MILLIS = 500
/** Half of what the queue waits for before it gives a silent worker's pieces to another. */
const HEARTBEAT_MILLIS = 10_000

/** What the library answers beyond its types: which pieces are still ours. */
const Touched = z.object({ settled: z.array(z.string()).optional() })

type Piece = JobWithMetadata<object>
type Ended = { piece: Piece; error?: unknown }

/**
 * The places of this process for one kind of work. One fetch fills all that are free, and one statement reports all that
 * have become free: the busier it is, the fewer statements a piece costs.
 */
export class Places {
  private readonly running = new Map<Piece, AbortController>()
  private readonly ended: Ended[] = []
  private readonly heartbeat: NodeJS.Timeout
  private readonly loop: Promise<void>
  private state: 'working' | 'stopping' | 'over' = 'working'
  /** Told so, or the last fetch may have left some. */
  private mayHaveWork = true
  private lookedAt = 0
  private passedOverAt = 0
  private isWoken = false
  private rouse: () => void = () => undefined

  constructor(
    private readonly boss: PgBoss,
    private readonly handler: JobHandler,
  ) {
    this.loop = this.run()
    this.heartbeat = setInterval(() => this.touch(), HEARTBEAT_MILLIS)
  }

  /** Something was put into the queue. */
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
    const isBusy = () => this.running.size > 0 || this.ended.length > 0
    while (this.state === 'working' || (this.state === 'stopping' && isBusy())) {
      this.isWoken = false
      try {
        await this.report()
        if (await this.fill()) continue
      } catch (error) {
        logger.error({ job: this.handler.job.name, err: String(error) }, 'the job queue does not answer')
      }
      if (!this.isWoken) await this.rest()
    }
  }

  private rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, LOOK_MILLIS)
      this.rouse = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** True when there may be more for the places that are left. */
  private async fill(): Promise<boolean> {
    const { job } = this.handler
    const free = job.concurrency() - this.running.size
    const isTime = this.mayHaveWork || performance.now() - this.lookedAt >= LOOK_MILLIS
    if (this.state !== 'working' || free <= 0 || !isTime) return false
    const groupConcurrency = job.groupConcurrency?.()
    this.mayHaveWork = false
    this.lookedAt = performance.now()
    const pieces: Piece[] = await this.boss.fetch(job.name, {
      batchSize: free,
      includeMetadata: true,
      ...(groupConcurrency !== undefined && { groupConcurrency }),
    })
    for (const piece of pieces) this.begin(piece)
    this.mayHaveWork ||= pieces.length === free
    return groupConcurrency !== undefined && pieces.length > 0 && pieces.length < free && this.mayPassOver()
  }

  /**
   * A group that reached its limit may have taken up the fetch. The next one passes it over, but reads all of its pieces
   * to do so, of which there may be very many: that is done now and then.
   */
  private mayPassOver(): boolean {
    if (performance.now() - this.passedOverAt < LOOK_MILLIS) return false
    this.passedOverAt = performance.now()
    this.mayHaveWork = true
    return true
  }

  private begin(piece: Piece): void {
    const stop = new AbortController()
    this.running.set(piece, stop)
    const end = (ended: Ended) => {
      this.running.delete(piece)
      this.ended.push(ended)
      // Another one of its group may go now.
      if (this.handler.job.groupConcurrency) this.mayHaveWork = true
      this.wake()
    }
    this.perform(piece, stop).then(
      () => end({ piece }),
      (error: unknown) => end({ piece, error }),
    )
  }

  private async perform(piece: Piece, stop: AbortController): Promise<void> {
    const { job, handle } = this.handler
    const { data: payload, retryCount: attempt, expireInSeconds } = piece
    const expire = () => stop.abort(new Error(`it ran longer than ${expireInSeconds} s`))
    const expiry = setTimeout(expire, expireInSeconds * 1000)
    // What does not heed its signal must not keep its place.
    const stopped = new Promise<never>((_resolve, reject) => {
      stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true })
    })
    const run = { payload, attempt, isLastAttempt: attempt >= piece.retryLimit, signal: stop.signal }
    try {
      await Promise.race([handle(run), stopped])
    } catch (error) {
      logger.warn({ job: job.name, id: piece.id, attempt, err: String(error) }, 'a job failed')
      throw error
    } finally {
      clearTimeout(expiry)
    }
  }

  /** The queue takes word only of the try that was fetched: who comes too late, or twice, changes nothing. */
  private async report(): Promise<void> {
    const ended = this.ended.splice(0)
    const done = ended.filter((one) => !('error' in one)).map(({ piece }) => piece)
    try {
      if (done.length > 0) await this.boss.complete(this.handler.job.name, done)
      for (const one of ended) if ('error' in one) await this.fail([one.piece], one.error)
    } catch (error) {
      this.ended.push(...ended)
      throw error
    }
  }

  private async fail(pieces: Piece[], error: unknown): Promise<void> {
    const report = error instanceof Error ? error : { value: String(error) }
    await this.boss.fail(this.handler.job.name, pieces, report)
  }

  /** Says that what is worked on is alive, and stops what the queue has given to somebody else meanwhile. */
  private async touch(): Promise<void> {
    const pieces = [...this.running.keys()]
    if (pieces.length === 0) return
    try {
      const { settled } = Touched.parse(await this.boss.touch(this.handler.job.name, pieces))
      const taken = pieces.filter(({ id }) => settled?.includes(id) === false)
      for (const piece of taken) this.running.get(piece)?.abort(new Error('it was given to somebody else'))
    } catch (error) {
      logger.warn({ job: this.handler.job.name, err: String(error) }, 'a heartbeat was not written')
    }
  }

  private async giveBack(): Promise<void> {
    const pieces = [...this.running.keys()]
    if (pieces.length === 0) return
    const reason = new Error('the process ended')
    await this.fail(pieces, reason).catch((error: unknown) =>
      logger.warn({ err: String(error) }, 'unfinished jobs were not given back'),
    )
    for (const stop of this.running.values()) stop.abort(reason)
  }
}
