import { fromPrisma } from 'pg-boss'
import { z } from 'zod'
import { pool } from '../db'
import { gauge } from '../metrics'
import { seldom } from '../probe'
import type { Transaction } from '../transaction'
import { readBoss } from './enqueue'
import type { QueuedJob } from './job'

/**
 * The queue, for operators. The library keeps finished jobs for some days, failed ones with their reason. It has no calls
 * that list jobs by state or count them, so this file reads its table. It writes nothing.
 */
const jobStates = ['waiting', 'deferred', 'active', 'failed', 'completed'] as const
export type JobState = (typeof jobStates)[number]

/** The library's states in our terms: a job that is not due yet is `deferred`. */
const STATE_SQL = `CASE WHEN state IN ('created', 'retry') THEN CASE WHEN start_after > now() THEN 'deferred' ELSE 'waiting' END
  WHEN state = 'active' THEN 'active' WHEN state = 'completed' THEN 'completed' ELSE 'failed' END`

const QueueRow = z.object({
  name: z.string(),
  state: z.enum(jobStates),
  count: z.bigint(),
  oldest_at: z.date().nullable(),
})
export type QueueRow = z.infer<typeof QueueRow>

/** The number of jobs by queue and state, and since when the oldest is due. */
export async function countJobs(): Promise<QueueRow[]> {
  const { rows } = await pool.query(
    `SELECT name, ${STATE_SQL} AS state, count(*) AS count, min(start_after) AS oldest_at
       FROM pgboss.job WHERE name NOT LIKE '\\_\\_pgboss\\_\\_%' GROUP BY 1, 2 ORDER BY 1`,
  )
  return z.array(QueueRow).parse(rows)
}

/** Due and active jobs of one kind. */
export const OpenWork = z.object({
  name: z.string(),
  due: z.number(),
  active: z.number(),
  oldest_seconds: z.number(),
})
export type OpenWork = z.infer<typeof OpenWork>

/** Skips ended jobs, because there may be very many. */
async function listOpen(): Promise<OpenWork[]> {
  const { rows } = await pool.query(
    `SELECT name, count(*) FILTER (WHERE is_due)::float8 AS due, count(*) FILTER (WHERE state = 'active')::float8 AS active,
        coalesce(extract(epoch FROM now() - min(start_after) FILTER (WHERE is_due)), 0)::float8 AS oldest_seconds
       FROM (SELECT name, state, start_after, state < 'active' AND start_after <= now() AS is_due FROM pgboss.job
              WHERE (state < 'active' OR state = 'active') AND name NOT LIKE '\\_\\_pgboss\\_\\_%') j GROUP BY 1`,
  )
  return z.array(OpenWork).parse(rows)
}

/** The condition of the library's index of waiting jobs. */
const WAITING_SQL = "j.state < 'active' AND NOT j.blocked"

const NextDue = z.object({ name: z.string(), millis: z.number().nullable() })

/** How long until the next job of each queue is due, in milliseconds; 0 if one is. Queues without waiting jobs are left out. */
export async function readNextDue(names: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await pool.query({
    name: 'jobs-next-due',
    // Whether one is due comes first, because it reads one row of however many are.
    text: `SELECT q.name, CASE WHEN EXISTS (SELECT FROM pgboss.job j WHERE j.name = q.name AND ${WAITING_SQL} AND j.start_after <= now())
              THEN 0 ELSE (SELECT extract(epoch FROM min(j.start_after) - now()) * 1000 FROM pgboss.job j
                            WHERE j.name = q.name AND ${WAITING_SQL}) END::float8 AS millis FROM unnest($1::text[]) AS q(name)`,
    values: [names],
  })
  const due = z.array(NextDue).parse(rows)
  return new Map(due.flatMap(({ name, millis }) => (millis === null ? [] : [[name, millis]])))
}

const kinds = {
  readers: new Map([['queue', listOpen]]),
  known: [] as OpenWork[],
}

/** Adds work whose jobs are rows of a feature's table to the queue's metrics. */
export function measureOpen(name: string, read: () => Promise<OpenWork[]>): void {
  kinds.readers.set(name, read)
}

const readAll = seldom(async () => {
  kinds.known = (await Promise.all([...kinds.readers.values()].map((read) => read()))).flat()
})
const ofKinds = (column: 'due' | 'active' | 'oldest_seconds') => async () => {
  await readAll()
  return kinds.known.map((kind) => ({ labels: { job: kind.name }, value: kind[column] }))
}
const shared = { shared: true }
gauge('queue_due', 'Background jobs that are due.', ['job'], ofKinds('due'), shared)
gauge('queue_active', 'Background jobs that are running.', ['job'], ofKinds('active'), shared)
gauge(
  'queue_oldest_seconds',
  'How long the oldest job has been due.',
  ['job'],
  ofKinds('oldest_seconds'),
  shared,
)

const JobRow = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(jobStates),
  data: z.unknown(),
  output: z.unknown(),
  retry_count: z.number(),
  retry_limit: z.number(),
  created_on: z.date(),
  start_after: z.date(),
  started_on: z.date().nullable(),
  completed_on: z.date().nullable(),
})
export type JobRow = z.infer<typeof JobRow>

type JobFilter = { state: JobState; name: string | undefined; offset: number; limit: number }

/** Jobs in one state, the newest first. */
export async function listJobs({ state, name, offset, limit }: JobFilter): Promise<JobRow[]> {
  const { rows } = await pool.query(
    `SELECT * FROM (SELECT id, name, ${STATE_SQL} AS state, data, output, retry_count, retry_limit, created_on, start_after,
              started_on, completed_on FROM pgboss.job
              WHERE name NOT LIKE '\\_\\_pgboss\\_\\_%' AND ($2::text IS NULL OR name = $2)) j
      WHERE state = $1 ORDER BY coalesce(completed_on, started_on, created_on) DESC, id DESC LIMIT $3 OFFSET $4`,
    [state, name ?? null, limit, offset],
  )
  return z.array(JobRow).parse(rows)
}

/** Jobs that are running, or whose worker died. */
export async function listActive(): Promise<{ name: string; id: string }[]> {
  const { rows } = await pool.query("SELECT name, id FROM pgboss.job WHERE state = 'active'")
  return z.array(z.object({ name: z.string(), id: z.string() })).parse(rows)
}

/** The payloads of the waiting and active jobs of a kind. Only for kinds with few jobs, because it reads all of them. */
export async function listOpenPayloads<Payload extends object>(job: QueuedJob<Payload>): Promise<Payload[]> {
  const jobs = await readBoss().findJobs(job.name)
  const open = jobs.filter(({ state }) => state === 'created' || state === 'retry' || state === 'active')
  return open.map(({ data }) => job.payload.parse(data))
}

/** A job that failed for good, locked until the transaction ends; undefined if there is none. */
export async function lockFailedJob(
  id: string,
  transaction: Transaction,
): Promise<{ name: string } | undefined> {
  const rows = await transaction.$queryRaw`
    SELECT name FROM pgboss.job WHERE id = ${id}::uuid AND state = 'failed' FOR UPDATE`
  return z.array(z.object({ name: z.string() })).parse(rows)[0]
}

/** Retries a job as soon as a worker is free. */
export async function retryJob(name: string, id: string, transaction: Transaction): Promise<void> {
  await readBoss().retry(name, id, { db: fromPrisma(transaction) })
}

export async function discardJob(name: string, id: string, transaction: Transaction): Promise<void> {
  await readBoss().deleteJob(name, id, { db: fromPrisma(transaction) })
}
