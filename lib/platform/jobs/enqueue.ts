import { fromPrisma, type PgBoss } from 'pg-boss'
import { publish, publishAfter } from '../notify'
import type { Transaction } from '../transaction'
import type { QueuedJob } from './job'

/** The queue of this process: pg-boss, in the same database as everything else. */
let boss: PgBoss | undefined

/** Tells every process the name of a job that has work. */
export const DUE_CHANNEL = 'portico_work_due'

/** Announces work that is not due yet. */
export const LATER = ''

export function setBoss(started: PgBoss | undefined): void {
  boss = started
}

export function findBoss(): PgBoss | undefined {
  return boss
}

export function readBoss(): PgBoss {
  if (boss === undefined) throw new Error('the job queue has not been started')
  return boss
}

type EnqueueOptions = {
  /** The job is enqueued if this commits. */
  transaction?: Transaction
  startAfterSeconds?: number
  /** The job's owner. At most `groupConcurrency` jobs of a group run at once. */
  group?: string
  /** A higher priority goes first. */
  priority?: number
}

/** Enqueues one job. Once this resolves, the job survives crashes. */
export async function enqueue<Payload extends object>(
  job: QueuedJob<Payload>,
  payload: Payload,
  { transaction, startAfterSeconds = 0, group, priority }: EnqueueOptions = {},
): Promise<void> {
  await readBoss().send(job.name, payload, {
    ...(transaction && { db: fromPrisma(transaction) }),
    ...(startAfterSeconds > 0 && { startAfter: new Date(Date.now() + startAfterSeconds * 1000) }),
    ...(group !== undefined && { group: { id: group } }),
    ...(priority !== undefined && { priority }),
  })
  await announceWork(startAfterSeconds > 0 ? LATER : job.name, transaction)
}

/** Announces new work. If the message is lost, the work is found a few seconds later. */
export async function announceWork(name: string, transaction?: Transaction): Promise<void> {
  // With the transaction, so that no process looks for the work before it is visible.
  if (transaction) await publishAfter(transaction, DUE_CHANNEL, name)
  else await publish(DUE_CHANNEL, name).catch(() => undefined)
}
