import { clock } from '@/lib/platform/clock'
import { listOpenPayloads } from '@/lib/platform/jobs/inspect-jobs'
import { forgetRunKey } from './forget-run-key'
import { performRunJob } from './jobs'
import { listOpenRuns, moveRun } from './repository'

const failure =
  'It was cut off: its process ended again and again, and the queue gave it up. Resume it to go on.'

/**
 * Ends runs that nobody will end: a process that dies is followed by another while the queue has the run, but what the
 * queue gave up would seem to run for ever. Ends as often as it is begun.
 */
export async function sweepRuns(): Promise<void> {
  const open = await listOpenRuns()
  if (open.length === 0) return
  // Read after the runs: one that is open and has a piece of work has had it since before.
  const queued = new Set((await listOpenPayloads(performRunJob)).map(({ runId }) => runId))
  for (const { id, take } of open) {
    if (queued.has(id)) continue
    const data = { failure, finishedAt: clock.now() }
    if (await moveRun(id, { to: 'failed', take, data })) await forgetRunKey(id)
  }
}
