import type { JobHandler, JobRun, QueuedJob } from './job'

/** Pairs a kind of work with who does it; the payload is parsed before the handler sees it. */
export function bindJob<Payload extends object>(
  job: QueuedJob<Payload>,
  handle: (run: JobRun<Payload>) => Promise<unknown>,
): JobHandler {
  return { job, handle: (run) => handle({ ...run, payload: job.payload.parse(run.payload) }) }
}
