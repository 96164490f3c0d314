import { type JobWithMetadata, PgBoss } from 'pg-boss'
import { z } from 'zod'
import { databaseConnection } from '../database-connection'
import { countWorkers, listInstances, repeat } from '../instance'
import { logger } from '../logger'
import { subscribe } from '../notify'
import { isDoneWithin } from '../probe'
import { announceWork, DUE_CHANNEL, findBoss, LATER, setBoss } from './enqueue'
import { listActive, readNextDue } from './inspect-jobs'
import type { JobHandler, JobRun, JobWorker, QueuedJob, RowJob, ScheduledJob } from './job'
import { Lookout } from './lookout'
import { Slots, type WorkSource } from './slots'

type Working = {
  slots: Map<string, JobWorker>
  listening: Promise<void> | undefined
  /** Kinds of work about to be announced to other processes. */
  waking: Set<string>
  lookout: Lookout | undefined
}

/** The jobs of this process. */
const working: Working = {
  slots: new Map(),
  listening: undefined,
  waking: new Set(),
  lookout: undefined,
}

/** A worker's heartbeat interval. Jobs of a worker that stops sending heartbeats are retried elsewhere. */
const HEARTBEAT_SECONDS = 20
/** How often jobs of dead workers are looked for, which reads all ended jobs, and how often after a worker went away. */
const SUPERVISE_SECONDS = 60
const SUPERVISE_SOON_SECONDS = 10
const DELETE_OLD_SECONDS = 1800
/** A scheduled job runs again soon, whatever became of it. */
const SCHEDULED_KEPT_SECONDS = 24 * 3600
const STOP_PATIENCE_MILLIS = 10_000
/** Work that arrives within this time is announced together. */
const GATHER_MILLIS = 20

export type Jobs = {
  scheduled: readonly ScheduledJob[]
  queued: readonly JobHandler[]
  rows?: readonly RowJob[]
}

/** Creates the queues, and with `works` also runs their jobs. A process that only serves the web still enqueues jobs. */
export async function startJobs({ scheduled, queued, rows = [] }: Jobs, works: boolean): Promise<void> {
  const boss = new PgBoss({
    ...databaseConnection(),
    max: 4,
    application_name: 'portico-jobs',
    supervise: works,
    schedule: works,
    maintenanceIntervalSeconds: DELETE_OLD_SECONDS,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SOON_SECONDS,
    cronWorkerIntervalSeconds: 15,
    flowIntervalSeconds: 3600, // no job waits for another
  })
  boss.on('error', (error) => logger.error({ err: error.message }, 'the job queue reports an error'))
  setBoss(boss)
  await boss.start()
  for (const { job } of queued) await createQueue(boss, job)
  if (!works) return
  if ((await countWorkers()) === 1) await giveBackAll(boss, rows)
  await listen()
  const soon = () => working.lookout?.soon()
  for (const handler of queued)
    working.slots.set(handler.job.name, new Slots(queueSource(boss, handler), soon))
  for (const { name, open } of rows) working.slots.set(name, open(soon))
  for (const job of scheduled) await openSchedule(boss, job)
  const queues = [...queued.map(({ job }) => job.name), ...scheduled.map(({ name }) => name)]
  working.lookout = new Lookout({
    readDue: () => readAllDue(queues, rows),
    look: (name) => working.slots.get(name)?.look(),
    passOn: announceGathered,
  })
  superviseAfterDeaths(boss)
}

async function readAllDue(queues: readonly string[], rows: readonly RowJob[]): Promise<Map<string, number>> {
  const due = await readNextDue(queues)
  for (const { name, readDue } of rows) {
    const millis = await readDue()
    if (millis !== undefined) due.set(name, millis)
  }
  return due
}

/** When a worker went away or this one began, jobs of dead workers may be about to lose their heartbeats. */
function superviseAfterDeaths(boss: PgBoss): void {
  let known: string[] = []
  let until = performance.now() + SUPERVISE_SECONDS * 1000
  const watch = async () => {
    const now = (await listInstances()).map(({ id }) => id)
    if (known.some((id) => !now.includes(id))) until = performance.now() + SUPERVISE_SECONDS * 1000
    known = now
    if (performance.now() < until && findBoss() === boss) await boss.supervise()
  }
  repeat(SUPERVISE_SOON_SECONDS * 1000, watch, 'jobs of dead workers were not looked for')
}

/** For the only worker, before it begins: the workers of all active jobs have died. */
async function giveBackAll(boss: PgBoss, rowJobs: readonly RowJob[]): Promise<void> {
  const active = Map.groupBy(await listActive(), ({ name }) => name)
  for (const [name, jobs] of active) {
    const ids = jobs.map(({ id }) => id)
    await boss.fail(name, ids, { value: 'the process died' })
  }
  for (const rowJob of rowJobs) await rowJob.giveBackAll()
}

/** Waits a while for running jobs; the others are retried elsewhere. */
export async function stopJobs(): Promise<void> {
  working.lookout?.close()
  await Promise.all([...working.slots.values()].map((slots) => slots.stop(STOP_PATIENCE_MILLIS)))
  working.slots.clear()
  await findBoss()?.stop({ graceful: true, timeout: STOP_PATIENCE_MILLIS })
  setBoss(undefined)
}

function lookForWork(name: string): void {
  working.slots.get(name)?.look()
  if (name === LATER) working.lookout?.soon()
  else working.lookout?.hasLooked(name)
}

/** Announces new work whose items are rows of a table, to this process or to those that do such work. */
export function wakeWorkers(name: string): void {
  if (working.slots.has(name)) lookForWork(name)
  else announceGathered(name)
}

function announceGathered(name: string): void {
  if (working.waking.has(name)) return
  working.waking.add(name)
  const announce = () => {
    working.waking.delete(name)
    return announceWork(name)
  }
  setTimeout(announce, GATHER_MILLIS).unref()
}

function listen(): Promise<void> {
  working.listening ??= subscribe(DUE_CHANNEL, {
    onMessage: lookForWork,
    onGap: () => {
      for (const name of working.slots.keys()) lookForWork(name)
    },
  })
  return working.listening
}

async function createQueue(boss: PgBoss, job: JobHandler['job']): Promise<void> {
  const options = {
    retryLimit: job.retryLimit,
    retryDelay: job.retryDelaySeconds,
    retryBackoff: true,
    ...(job.maxRetryDelaySeconds !== undefined && { retryDelayMax: job.maxRetryDelaySeconds }),
    expireInSeconds: job.expireInSeconds,
    ...(job.keptSeconds !== undefined && { deleteAfterSeconds: job.keptSeconds }),
    heartbeatSeconds: HEARTBEAT_SECONDS,
    notify: false,
  }
  await boss.createQueue(job.name, { policy: 'standard', ...options })
  await boss.updateQueue(job.name, options)
}

const TURN_MILLIS = 1000
let turn: Promise<unknown> = Promise.resolve()

/**
 * A minute's jobs begin one after another, because at once each would open connections. A long one holds up the others for a
 * second only.
 */
async function inTurn(run: () => Promise<unknown>): Promise<unknown> {
  const before = turn
  const running = before.then(run)
  turn = isDoneWithin(running, TURN_MILLIS).catch(() => undefined)
  return running
}

/** At most one run waits at a time, and begins when the previous one has ended. */
async function openSchedule(boss: PgBoss, { name, cron, run }: ScheduledJob): Promise<void> {
  const options = {
    retryLimit: 3,
    retryBackoff: true,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: SCHEDULED_KEPT_SECONDS,
  }
  await boss.createQueue(name, { policy: 'short', ...options })
  await boss.updateQueue(name, options)
  const source = queueSource(boss, { job: { name, concurrency: () => 1 }, handle: () => inTurn(run) })
  working.slots.set(name, new Slots(source, () => working.lookout?.soon()))
  await boss.schedule(name, cron)
}

/** What the library returns beyond its types: which jobs are still claimed by this process. */
const Touched = z.object({ settled: z.array(z.string()).optional() })

type Item = JobWithMetadata<object>

type Handler = {
  job: Pick<QueuedJob, 'name' | 'concurrency' | 'groupConcurrency'>
  handle(run: JobRun<object>): Promise<unknown>
}

const SKIP_GROUPS_MILLIS = 500

/**
 * The queued jobs of one kind. Only the attempt that was fetched can report a result: a late or second report changes
 * nothing.
 */
export function queueSource(boss: PgBoss, { job, handle }: Handler): WorkSource<Item, unknown> {
  const groupConcurrency = job.groupConcurrency?.()
  let skippedAt = Number.NEGATIVE_INFINITY

  /**
   * A group at its limit may have filled the fetch. The next fetch skips that group, but reads all of its jobs, which may be
   * very many, so it happens only now and then.
   */
  function maySkipGroups(): boolean {
    if (performance.now() - skippedAt < SKIP_GROUPS_MILLIS) return false
    skippedAt = performance.now()
    return true
  }

  async function fail(items: readonly Item[], error: unknown): Promise<void> {
    for (const { id, retryCount: attempt } of items)
      logger.warn({ job: job.name, id, attempt, err: String(error) }, 'a job failed')
    const report = error instanceof Error ? error : { value: String(error) }
    await boss.fail(job.name, [...items], report)
  }

  return {
    name: job.name,
    concurrency: job.concurrency,
    hasGroups: groupConcurrency !== undefined,
    async fetch(free) {
      const limits = groupConcurrency === undefined ? {} : { groupConcurrency }
      const options = { batchSize: free, includeMetadata: true as const, ...limits }
      const items: Item[] = await boss.fetch(job.name, options)
      const isCut = groupConcurrency !== undefined && items.length > 0 && items.length < free
      return { items, mayHaveMore: items.length === free || (isCut && maySkipGroups()) }
    },
    perform: ({ data: payload, retryCount: attempt, retryLimit }, signal) =>
      handle({ payload, attempt, isLastAttempt: attempt >= retryLimit, signal }),
    expireSeconds: ({ expireInSeconds }) => expireInSeconds,
    async report(ended) {
      const done = ended.filter(({ ok }) => ok).map(({ item }) => item)
      if (done.length > 0) await boss.complete(job.name, done)
      for (const one of ended) if (!one.ok) await fail([one.item], one.error)
    },
    async touch(items) {
      const { settled } = Touched.parse(await boss.touch(job.name, [...items]))
      return items.filter(({ id }) => settled?.includes(id) === false)
    },
    giveBack: fail,
  }
}
