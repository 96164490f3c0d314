import { fromPrisma, type PgBoss } from 'pg-boss'
import { publish } from '../notify'
import type { Transaction } from '../transaction'
import type { QueuedJob } from './job'

/** The queue of this process: pg-boss, in the same database as everything else. */
let boss: PgBoss | undefined

/** Broadcast to every process: there is work of this name. */
export const DUE_CHANNEL = 'portico_work_due'

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
  /** Enqueued only if this commits, together with the rows it serves. */
  transaction?: Transaction
  startAfterSeconds?: number
  /** The job's owner: no more of a group run at once than the job's `groupConcurrency`. */
  group?: string
  /** Higher goes first. */
  priority?: number
}

/** Enqueues one job. It survives every crash from here on. */
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
  if (startAfterSeconds <= 0) await announceWork(job.name, transaction)
}

/** Announces new work of a kind. If the message is lost, polling finds it shortly after. */
export async function announceWork(name: string, transaction?: Transaction): Promise<void> {
  // In the transaction, so that no process looks before the work is visible.
  if (transaction) await transaction.$executeRaw`SELECT count(*) FROM pg_notify(${DUE_CHANNEL}, ${name})`
  else await publish(DUE_CHANNEL, name).catch(() => undefined)
}
