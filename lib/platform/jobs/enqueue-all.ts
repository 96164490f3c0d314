import { fromPrisma } from 'pg-boss'
import type { Transaction } from '../transaction'
import type { QueuedJob } from './job'
import { readBoss } from './job-queue'

/** Puts several pieces of one kind into the queue with one statement, if the transaction commits. */
export async function enqueueAll<Payload extends object>(
  job: QueuedJob<Payload>,
  payloads: readonly Payload[],
  { transaction }: { transaction: Transaction },
): Promise<void> {
  if (payloads.length === 0) return
  const pieces = payloads.map((data) => ({ data }))
  await readBoss().insert(job.name, pieces, { db: fromPrisma(transaction) })
}
