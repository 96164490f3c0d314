import type { z } from 'zod'

/** Work at fixed times. */
export type ScheduledJob = {
  /** `<room>.<verb>`, also the queue's name. */
  name: string
  /** Cron, UTC. */
  cron: string
  /** May run twice. */
  run(): Promise<unknown>
}

/** A kind of work that is put into the queue, one piece at a time: its room's `jobs.ts` describes it, the worker's list binds it. */
export type QueuedJob<Payload extends object = object> = {
  /** `<room>.<verb>`, also the queue's name. */
  name: string
  payload: z.ZodType<Payload>
  /** Pieces at once in one worker process; read when the worker starts. */
  concurrency(): number
  /** Pieces of one group (a customer) at once, in all processes together; none: no such limit. Read when the worker starts. */
  groupConcurrency?(): number
  /** Tries after the first; a piece whose process died counts as tried. */
  retryLimit: number
  /** Before the second try; doubled for each further one. */
  retryDelaySeconds: number
  maxRetryDelaySeconds?: number
  /** A piece that runs longer is taken for lost and tried again. */
  expireInSeconds: number
  /** How long pieces that have ended are kept for the operator to look at; a week where nothing is said. */
  keptSeconds?: number
}

/** What a handler gets. It may run twice, and in two processes at once if the first is taken for dead. */
export type JobRun<Payload extends object> = {
  payload: Payload
  /** 0 for the first try. */
  attempt: number
  isLastAttempt: boolean
  /** Aborts when the process ends or the piece expires. */
  signal: AbortSignal
}

export type JobHandler = {
  job: QueuedJob
  handle(run: JobRun<object>): Promise<unknown>
}

/** The places of a process for one kind of work. */
export type JobWorker = {
  /** There may be something to do. */
  look(): void
  /** Takes nothing more and lets what runs end; what does not in that time is tried again. */
  stop(patienceMillis: number): Promise<void>
}

/** Work whose pieces are the rows of a room's own table, which says when each is due: nothing is put into the queue. */
export type RowJob = {
  name: string
  /** Begins to work, in a process that does such work. */
  open(): JobWorker
  /** What is being worked on is nobody's any more: it is due again. */
  giveBackAll(): Promise<void>
}

/** Pairs a kind of work with who does it; the payload is parsed before the handler sees it. */
export function bindJob<Payload extends object>(
  job: QueuedJob<Payload>,
  handle: (run: JobRun<Payload>) => Promise<unknown>,
): JobHandler {
  return { job, handle: (run) => handle({ ...run, payload: job.payload.parse(run.payload) }) }
}
