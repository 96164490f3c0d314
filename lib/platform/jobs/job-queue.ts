import { createHash } from 'node:crypto'
import { fromPrisma, type JobWithMetadata, PgBoss } from 'pg-boss'
import { z } from 'zod'
import { databaseConnection } from '../database-connection'
import { pool } from '../db'
import { countWorkers } from '../instance'
import { logger } from '../logger'
import { subscribe, publish } from '../notify'
import { remember } from '../remember'
import type { Transaction } from '../transaction'
import type { JobHandler, JobRun, QueuedJob, RowJob, ScheduledJob } from './job'
import { Places, type Workplace, type WorkSource } from './worker'

type Queue = {
  boss: PgBoss | undefined
  places: Map<string, Workplace>
  listening: Promise<void> | undefined
  /** Kinds of work that others are about to be told of. */
  waking: Set<string>
  stopLooking: () => void
}

/** Background work on pg-boss, in the same database as everything else. */
const queue = remember<Queue>('job-queue', () => ({
  boss: undefined,
  places: new Map(),
  listening: undefined,
  waking: new Set(),
  stopLooking: () => undefined,
}))

/** A worker says that often that it lives; what it held when it fell silent is tried again elsewhere. */
const HEARTBEAT_SECONDS = 20
const SUPERVISE_SECONDS = 10
const DELETE_OLD_SECONDS = 1800
const STOP_PATIENCE_MILLIS = 10_000
/** Where the library says, by its own rule, into which queue something was put. Without the message it is only found later. */
const CHANNEL = `pgboss_${createHash('sha224').update('pgboss').digest('hex').slice(0, 24)}`

const ROWS_CHANNEL = 'portico_rows_due'
/** What comes within so long is told of once. */
const GATHER_MILLIS = 20

export type Jobs = {
  scheduled: readonly ScheduledJob[]
  queued: readonly JobHandler[]
  rows?: readonly RowJob[]
}

/** Makes the queues; with `works` also does their work. A process that only serves the web still fills them. */
export async function startJobs({ scheduled, queued, rows = [] }: Jobs, works: boolean): Promise<void> {
  const boss = new PgBoss({
    ...databaseConnection(),
    max: 4,
    application_name: 'portico-jobs',
    supervise: works,
    schedule: works,
    maintenanceIntervalSeconds: DELETE_OLD_SECONDS,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  boss.on('error', (error) => logger.error({ err: error.message }, 'the job queue reports an error'))
  queue.boss = boss
  await boss.start()
  for (const { job } of queued) await makeQueue(boss, job)
  if (!works) return
  if ((await countWorkers()) === 1) await giveBackAll(boss, rows)
  await listen()
  for (const handler of queued) queue.places.set(handler.job.name, new Places(queueSource(boss, handler)))
  for (const { name, open } of rows) queue.places.set(name, open())
  for (const job of scheduled) await openSchedule(boss, job)
  const queues = [...queued.map(({ job }) => job.name), ...scheduled.map(({ name }) => name)]
  queue.stopLooking = startLooking({ places: queue.places, queues })
}

const ActiveRow = z.object({ name: z.string(), id: z.string() })

/** Nobody but this process works, which has not begun: whoever had what is being worked on has died. */
async function giveBackAll(boss: PgBoss, rowJobs: readonly RowJob[]): Promise<void> {
  const { rows } = await pool.query("SELECT name, id FROM pgboss.job_common WHERE state = 'active'")
  const active = Map.groupBy(z.array(ActiveRow).parse(rows), ({ name }) => name)
  for (const [name, jobs] of active) {
    const ids = jobs.map(({ id }) => id)
    await boss.fail(name, ids, { value: 'its process died' })
  }
  for (const rowJob of rowJobs) await rowJob.giveBackAll()
}

/** Lets running jobs finish, for a while; what does not is run again elsewhere. */
export async function stopJobs(): Promise<void> {
  queue.stopLooking()
  await Promise.all([...queue.places.values()].map((places) => places.stop(STOP_PATIENCE_MILLIS)))
  queue.places.clear()
  await queue.boss?.stop({ graceful: true, timeout: STOP_PATIENCE_MILLIS })
  queue.boss = undefined
}

/** Where this process does such work, it looks for it at once; elsewhere it is found half a second later. */
function lookForWork(name: string): void {
  queue.places.get(name)?.look()
}

/** There is new work of a kind whose pieces are rows: here, or told to the processes that do such work. */
export function wakeWorkers(name: string): void {
  if (queue.places.has(name)) lookForWork(name)
  else if (!queue.waking.has(name)) {
    queue.waking.add(name)
    setTimeout(() => {
      queue.waking.delete(name)
      // Without the message it is found half a second later.
      publish(ROWS_CHANNEL, name).catch(() => undefined)
    }, GATHER_MILLIS).unref()
  }
}

function listen(): Promise<void> {
  const onGap = () => {
    for (const places of queue.places.values()) places.look()
  }
  const channels = [CHANNEL, ROWS_CHANNEL]
  queue.listening ??= Promise.all(
    channels.map((channel) => subscribe(channel, { onMessage: lookForWork, onGap })),
  ).then(() => undefined)
  return queue.listening
}

export function readBoss(): PgBoss {
  if (queue.boss === undefined) throw new Error('the job queue has not been started')
  return queue.boss
}

async function makeQueue(boss: PgBoss, job: JobHandler['job']): Promise<void> {
  const options = {
    retryLimit: job.retryLimit,
    retryDelay: job.retryDelaySeconds,
    retryBackoff: true,
    ...(job.maxRetryDelaySeconds !== undefined && { retryDelayMax: job.maxRetryDelaySeconds }),
    expireInSeconds: job.expireInSeconds,
    ...(job.keptSeconds !== undefined && { deleteAfterSeconds: job.keptSeconds }),
    heartbeatSeconds: HEARTBEAT_SECONDS,
    notify: true,
  }
  await boss.createQueue(job.name, { policy: 'standard', ...options })
  await boss.updateQueue(job.name, options)
}

/** One run at a time waits; the next begins when it has ended. */
async function openSchedule(boss: PgBoss, { name, cron, run }: ScheduledJob): Promise<void> {
  const options = { retryLimit: 3, retryBackoff: true, heartbeatSeconds: HEARTBEAT_SECONDS }
  await boss.createQueue(name, { policy: 'short', ...options })
  await boss.updateQueue(name, options)
  const source = queueSource(boss, { job: { name, concurrency: () => 1 }, handle: () => run() })
  queue.places.set(name, new Places(source))
  await boss.schedule(name, cron)
}

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

/** Pieces whose time comes, and those whose message was lost, are found so late at most. */
const LOOK_MILLIS = 500

type Searched = {
  places: ReadonlyMap<string, Workplace>
  /** Those of them whose pieces are in the queue. What is in rows is asked by its own places, each time. */
  queues: readonly string[]
}

/**
 * Tells places of work that is due: one question for all kinds of it, so that an idle process costs next to nothing.
 * Answers the function that ends it.
 */
function startLooking({ places, queues }: Searched): () => void {
  const rows = [...places.keys()].filter((name) => !queues.includes(name))
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    for (const name of rows) places.get(name)?.look()
    try {
      for (const name of await findDue(queues)) places.get(name)?.look()
    } catch (error) {
      logger.error({ err: String(error) }, 'due work could not be looked for')
    }
    isLooking = false
  }
  const timer = setInterval(look, LOOK_MILLIS)
  return () => clearInterval(timer)
}

const DueRow = z.object({ name: z.string() })

async function findDue(queues: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query({
    name: 'jobs-due',
    text: `SELECT queue.name FROM unnest($1::text[]) AS queue(name)
            WHERE EXISTS (SELECT FROM pgboss.job_common AS job
                           WHERE job.name = queue.name AND job.state < 'active' AND NOT job.blocked AND job.start_after <= now())`,
    values: [queues],
  })
  return z
    .array(DueRow)
    .parse(rows)
    .map(({ name }) => name)
}

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
