import type { z } from 'zod'

/** Work at fixed times. */
export type ScheduledJob = {
  /** `<feature>.<verb>`, also the queue's name. */
  name: string
  /** Cron, UTC. */
  cron: string
  /** May run twice. */
  run(): Promise<unknown>
}

/** A kind of work that is enqueued, one job at a time: its feature's `jobs.ts` describes it, the worker's list binds it. */
export type QueuedJob<Payload extends object = object> = {
  /** `<feature>.<verb>`, also the queue's name. */
  name: string
  payload: z.ZodType<Payload>
  /** Concurrent jobs in one worker process; read when the worker starts. */
  concurrency(): number
  /** Concurrent jobs of one group (a customer), in all processes together; none: no such limit. Read when the worker starts. */
  groupConcurrency?(): number
  /** Tries after the first; a job whose process died counts as tried. */
  retryLimit: number
  /** Before the second try; doubled for each further one. */
  retryDelaySeconds: number
  maxRetryDelaySeconds?: number
  /** A job that runs longer is considered lost and retried. */
  expireInSeconds: number
  /** How long ended jobs are kept for the operator to look at; a week by default. */
  keptSeconds?: number
}

/** What a handler gets. It may run twice, and in two processes at once if the first is considered dead. */
export type JobRun<Payload extends object> = {
  payload: Payload
  /** 0 for the first try. */
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
  /** There may be something to do. */
  look(): void
  /** Starts nothing more and lets running work end; what does not in that time is retried. */
  stop(patienceMillis: number): Promise<void>
}

/** Work whose items are the rows of a feature's own table, which says when each is due: nothing is enqueued. */
export type RowJob = {
  name: string
  /** Begins to work, in a process that does such work. */
  open(): JobWorker
  /** The former workers of active items have died: the items are due again. */
  giveBackAll(): Promise<void>
}

/** Pairs a kind of work with its handler; the payload is parsed before the handler sees it. */
export function bindJob<Payload extends object>(
  job: QueuedJob<Payload>,
  handle: (run: JobRun<Payload>) => Promise<unknown>,
): JobHandler {
  return { job, handle: (run) => handle({ ...run, payload: job.payload.parse(run.payload) }) }
}
