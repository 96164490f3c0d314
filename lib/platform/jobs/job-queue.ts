import { PgBoss } from 'pg-boss'
import { env } from '../env'
import { logger } from '../logger'
import { remember } from '../remember'

/** Background work on pg-boss, in the same database as everything else. */
export type ScheduledJob = {
  /** `<room>.<verb>`, also the queue's name. */
  name: string
  /** Cron, UTC. */
  cron: string
  /** May run twice. */
  run(): Promise<unknown>
}

const queue = remember<{ boss: PgBoss | undefined }>('job-queue', () => ({ boss: undefined }))

export async function startJobs(jobs: readonly ScheduledJob[]): Promise<void> {
  const boss = new PgBoss({ connectionString: env().DATABASE_URL, max: 4, application_name: 'portico-jobs' })
  boss.on('error', (error) => logger.error({ err: error.message }, 'the job queue reports an error'))
  queue.boss = boss
  await boss.start()
  for (const job of jobs) {
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
