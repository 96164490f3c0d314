import { fromPrisma } from 'pg-boss'
import type { Transaction } from '../transaction'
import type { QueuedJob } from './job'
import { readBoss } from './job-queue'

type EnqueueOptions = {
  /** Enqueued only if this commits, together with the rows it serves. */
  transaction?: Transaction
  startAfterSeconds?: number
  /** Whose piece it is: no more of a group run at once than the job's `groupConcurrency`. */
  group?: string
  /** Higher goes first. */
  priority?: number
}

/** Puts one piece of work into the queue. It survives every crash from here on. */
export async function enqueue<Payload extends object>(
  job: QueuedJob<Payload>,
  payload: Payload,
  { transaction, startAfterSeconds, group, priority }: EnqueueOptions = {},
): Promise<void> {
  await readBoss().send(job.name, payload, {
    ...(transaction && { db: fromPrisma(transaction) }),
    // A time that is now by our clock may lie ahead of the database's, and then nobody would be told of the piece.
    ...(startAfterSeconds !== undefined &&
      startAfterSeconds > 0 && { startAfter: new Date(Date.now() + startAfterSeconds * 1000) }),
    ...(group !== undefined && { group: { id: group } }),
    ...(priority !== undefined && { priority }),
  })
}
