import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { z } from 'zod'
import { logger } from '../logger'
import type { JobRun, QueuedJob } from './job'
import type { WorkSource } from './places'

/** What the library answers beyond its types: which pieces are still ours. */
const Touched = z.object({ settled: z.array(z.string()).optional() })

type Piece = JobWithMetadata<object>

type Handler = {
  job: Pick<QueuedJob, 'name' | 'concurrency' | 'groupConcurrency'>
  handle(run: JobRun<object>): Promise<unknown>
}

const PASS_OVER_MILLIS = 500

/**
 * The pieces of one kind that were put into the queue. It takes word only of the try that was fetched: who comes too late,
 * or twice, changes nothing.
 */
export function queueSource(boss: PgBoss, { job, handle }: Handler): WorkSource<Piece, unknown> {
  const groupConcurrency = job.groupConcurrency?.()
  let passedOverAt = Number.NEGATIVE_INFINITY

  /**
   * A group that reached its limit may have taken up the fetch. The next one passes it over, but reads all of its pieces
   * to do so, of which there may be very many: that is done now and then.
   */
  function mayPassOver(): boolean {
    if (performance.now() - passedOverAt < PASS_OVER_MILLIS) return false
    passedOverAt = performance.now()
    return true
  }

  async function fail(pieces: readonly Piece[], error: unknown): Promise<void> {
    for (const { id, retryCount: attempt } of pieces)
      logger.warn({ job: job.name, id, attempt, err: String(error) }, 'a job failed')
    const report = error instanceof Error ? error : { value: String(error) }
    await boss.fail(job.name, [...pieces], report)
  }

  return {
    name: job.name,
    concurrency: job.concurrency,
    hasGroups: groupConcurrency !== undefined,
    async fetch(free) {
      const limits = groupConcurrency === undefined ? {} : { groupConcurrency }
      const options = { batchSize: free, includeMetadata: true as const, ...limits }
      const pieces: Piece[] = await boss.fetch(job.name, options)
      const isCut = groupConcurrency !== undefined && pieces.length > 0 && pieces.length < free
      return { pieces, mayHaveMore: pieces.length === free || (isCut && mayPassOver()) }
    },
    perform: ({ data: payload, retryCount: attempt, retryLimit }, signal) =>
      handle({ payload, attempt, isLastAttempt: attempt >= retryLimit, signal }),
    expireSeconds: ({ expireInSeconds }) => expireInSeconds,
    async report(ended) {
      const done = ended.filter(({ ok }) => ok).map(({ piece }) => piece)
      if (done.length > 0) await boss.complete(job.name, done)
      for (const one of ended) if (!one.ok) await fail([one.piece], one.error)
    },
    async touch(pieces) {
      const { settled } = Touched.parse(await boss.touch(job.name, [...pieces]))
      return pieces.filter(({ id }) => settled?.includes(id) === false)
    },
    giveBack: fail,
  }
}
