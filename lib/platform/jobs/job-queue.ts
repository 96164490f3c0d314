import { type JobWithMetadata, PgBoss } from 'pg-boss'
import { env } from '../env'
import { logger } from '../logger'
import { remember } from '../remember'
import type { JobHandler, ScheduledJob } from './job'

/** Background work on pg-boss, in the same database as everything else. */
const queue = remember<{ boss: PgBoss | undefined }>('job-queue', () => ({ boss: undefined }))

/** A worker says that often that it lives; what it held when it fell silent is tried again elsewhere. */
const HEARTBEAT_SECONDS = 20
const SUPERVISE_SECONDS = 10
const POLL_SECONDS = 2

export type Jobs = { scheduled: readonly ScheduledJob[]; queued: readonly JobHandler[] }

/** Makes the queues; with `works` also does their work. A process that only serves the web still fills them. */
export async function startJobs({ scheduled, queued }: Jobs, works: boolean): Promise<void> {
  const boss = new PgBoss({
    connectionString: env().DATABASE_URL,
    max: 4,
    application_name: 'portico-jobs',
    useListenNotify: works,
    supervise: works,
    schedule: works,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  boss.on('error', (error) => logger.error({ err: error.message }, 'the job queue reports an error'))
  queue.boss = boss
  await boss.start()
  for (const { job } of queued) await makeQueue(boss, job)
  if (!works) return
  for (const handler of queued) await work(boss, handler)
  for (const job of scheduled) {
    await boss.createQueue(job.name, { policy: 'short', retryLimit: 3, retryBackoff: true })
    await boss.work(job.name, async () => {
      await job.run()
    })
    await boss.schedule(job.name, job.cron)
  }
}

/** Lets running jobs finish, for a while; what does not is run again elsewhere. */
export async function stopJobs(): Promise<void> {
  await queue.boss?.stop({ graceful: true, timeout: 10_000 })
  queue.boss = undefined
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
    heartbeatSeconds: HEARTBEAT_SECONDS,
    notify: true,
  }
  await boss.createQueue(job.name, { policy: 'standard', ...options })
  await boss.updateQueue(job.name, options)
}

async function work(boss: PgBoss, job: JobHandler): Promise<void> {
  for (let place = 0; place < job.job.concurrency(); place++) await workAtPlace(boss, job)
}

/** One place of a process, where one piece after another is worked on. */
async function workAtPlace(boss: PgBoss, { job, handle }: JobHandler): Promise<void> {
  const groupConcurrency = job.groupConcurrency?.()
  const options = {
    includeMetadata: true,
    pollingIntervalSeconds: POLL_SECONDS,
    notifyPollingIntervalSeconds: POLL_SECONDS,
    ...(groupConcurrency !== undefined && { groupConcurrency }),
  } as const
  const id: string = await boss.work(job.name, options, async ([piece]: JobWithMetadata<object>[]) => {
    // The library sleeps between two pieces unless somebody calls: whoever finished one looks for the next at once.
    boss.notifyWorker(id)
    if (piece === undefined) return
    try {
      await handle({
        payload: piece.data,
        attempt: piece.retryCount,
        isLastAttempt: piece.retryCount >= piece.retryLimit,
        signal: piece.signal,
      })
    } catch (error) {
      logger.warn(
        { job: job.name, id: piece.id, attempt: piece.retryCount, err: String(error) },
        'a job failed',
      )
      throw error
    }
  })
}
