import { createHash } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import { z } from 'zod'
import { databaseConnection } from '../database-connection'
import { pool } from '../db'
import { countWorkers } from '../instance'
import { logger } from '../logger'
import { publish, subscribe } from '../notify'
import { remember } from '../remember'
import type { JobHandler, RowJob, ScheduledJob } from './job'
import { Places, type Workplace } from './places'
import { queueSource } from './queue-source'
import { startLooking } from './start-looking'

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
