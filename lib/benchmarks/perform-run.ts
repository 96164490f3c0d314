import { findModel } from '@/lib/catalog/find-model'
import { clock } from '@/lib/platform/clock'
import type { JobRun } from '@/lib/platform/jobs/job'
import { logger } from '@/lib/platform/logger'
import { forgetRunKey } from './forget-run-key'
import { plannedItems } from './internal/planned-items'
import { openRunKey } from './internal/run-key'
import { finishRun } from './internal/running/finish-run'
import { gatewayOrigin } from './internal/running/gateway-origin'
import { performItems } from './internal/running/perform-items'
import { RunStopped } from './internal/running/run-stopped'
import type { RunPayload } from './jobs'
import { listResultRows, moveRun, type RunRow, takeRun } from './repository'

/**
 * Asks what a run has not asked yet, grades it and ends the run. May run twice, also at the same time: the worker that took
 * the run last goes on alone, and no item gets a second result. A process that ends in between leaves the rest to the next.
 */
export async function performRun({ payload, isLastAttempt, signal }: JobRun<RunPayload>): Promise<void> {
  const run = await takeRun(payload.runId, clock.now())
  if (run === undefined) return
  try {
    if (!(await askTheRest(run, signal))) return
    await finishRun(run)
  } catch (error) {
    if (!(error instanceof RunStopped) && !isLastAttempt) throw error
    await stop(run, error)
  }
  await forgetRunKey(run.id)
}

async function askTheRest(run: RunRow, signal: AbortSignal): Promise<boolean> {
  const model = findModel(run.modelId)
  if (model === undefined) throw new RunStopped('The model cannot be called any more.')
  const key = openRunKey(run)
  if (key === undefined)
    throw new RunStopped('The key of this run cannot be opened: resume it to make another.')
  const planned = plannedItems(run.suites, run.maxTokens)
  if (planned === undefined)
    throw new RunStopped('A suite of this run has a new version by now: start a new run.')
  const done = new Set((await listResultRows(run.id)).map(({ suiteId, itemId }) => `${suiteId} ${itemId}`))
  const left = planned.filter(({ suiteId, item }) => !done.has(`${suiteId} ${item.id}`))
  return performItems(run, { origin: gatewayOrigin(), key, model }, left, signal)
}

async function stop(run: RunRow, error: unknown): Promise<void> {
  const isForeseen = error instanceof RunStopped
  if (!isForeseen) logger.error({ err: String(error), run: run.id }, 'a benchmark run was given up')
  const failure = isForeseen ? error.message : 'Something went wrong on our side.'
  await moveRun(run.id, { to: 'failed', take: run.take, data: { failure, finishedAt: clock.now() } })
}
