import type { z } from 'zod'

/** A job that runs on a schedule. */
export type ScheduledJob = {
  /** `<feature>.<verb>`, also the queue's name. */
  name: string
  /** Cron, UTC. */
  cron: string
  /** May run twice. */
  run(): Promise<unknown>
}

/** A kind of job that is enqueued. Its feature's `jobs.ts` describes it, and `lib/worker/registry` binds its handler. */
export type QueuedJob<Payload extends object = object> = {
  /** `<feature>.<verb>`, also the queue's name. */
  name: string
  payload: z.ZodType<Payload>
  /** Concurrent jobs per worker process; read when the worker starts. */
  concurrency(): number
  /** Concurrent jobs per group (a customer) in all processes; undefined: no limit. Read when the worker starts. */
  groupConcurrency?(): number
  /** Retries after the first attempt; a job whose process died counts as attempted. */
  retryLimit: number
  /** The delay before the first retry; doubled for each further one. */
  retryDelaySeconds: number
  maxRetryDelaySeconds?: number
  /** A job that runs longer is considered lost and retried. */
  expireInSeconds: number
  /** How long operators can see ended jobs; a week by default. */
  keptSeconds?: number
}

/** The input of a handler. It may run twice, even in two processes at once if the first is considered dead. */
export type JobRun<Payload extends object> = {
  payload: Payload
  /** 0 for the first attempt. */
  attempt: number
  isLastAttempt: boolean
  /** Aborts when the process ends or the job expires. */
  signal: AbortSignal
}

export type JobHandler = {
  job: QueuedJob
  handle(run: JobRun<object>): Promise<unknown>
}

/** The slots of a process for one kind of work. */
export type JobWorker = {
  /** Looks for work. */
  look(): void
  /** Starts nothing more and waits for running jobs. Jobs that do not end in time are retried. */
  stop(patienceMillis: number): Promise<void>
}

/** Work whose items are rows of a feature's table, which says when each is due. Nothing is enqueued. */
export type RowJob = {
  name: string
  /** Begins to work in this process. `onReport` is called when results were reported, which may have made items due. */
  open(onReport?: () => void): JobWorker
  /** How long until the next item is due, in milliseconds; not positive if one is due, undefined if there is none. */
  readDue(): Promise<number | undefined>
  /** Makes all active items due again, because their workers have died. */
  giveBackAll(): Promise<void>
}

/** Pairs a kind of job with its handler, which gets the parsed payload. */
export function bindJob<Payload extends object>(
  job: QueuedJob<Payload>,
  handle: (run: JobRun<Payload>) => Promise<unknown>,
): JobHandler {
  return { job, handle: (run) => handle({ ...run, payload: job.payload.parse(run.payload) }) }
}
