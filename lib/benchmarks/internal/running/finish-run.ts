import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { inTransaction, moveRun, type RunRow, type SuiteTally, tallyResults } from '../../repository'
import { MEASURED_METRIC, suiteCategories } from '../../schema'
import { type NewScore, replaceMeasuredScores } from '../../score-repository'
import { findSuite } from '../find-suite'
import { suiteSource } from '../suite-source'
import { wilsonInterval } from '../wilson-interval'
import { listProviders } from './list-providers'

/** Every item has a result: the run is over, and its suites become scores. Nothing happens when it is in other hands. */
export async function finishRun(run: RunRow): Promise<void> {
  const [tallies, providers] = await Promise.all([tallyResults([run.id]), listProviders(run)])
  const now = clock.now()
  const scores = tallies.flatMap((tally) => toScore(run, tally, providers, now))
  await inTransaction(async (transaction) => {
    const move = { to: 'completed', take: run.take, data: { finishedAt: now } } as const
    if (await moveRun(run.id, move, transaction)) await replaceMeasuredScores(run.id, scores, transaction)
  })
}

/** None where nothing could be graded. Ranked are whole suites of which every item was answered. */
function toScore(run: RunRow, tally: SuiteTally, providers: string[], now: Date): NewScore[] {
  const { suite_id: id, passed, failed } = tally
  const planned = run.suites.find((suite) => suite.id === id)
  const interval = wilsonInterval(passed, passed + failed)
  if (planned === undefined || interval === undefined) return []
  return [
    {
      ...interval,
      id: newId('score'),
      modelId: run.modelId,
      category: suiteCategories[id],
      metric: MEASURED_METRIC,
      samples: passed + failed,
      source: suiteSource(id, planned.version),
      asOf: now,
      isRanked: passed + failed === findSuite(id).items.length,
      runId: run.id,
      costNanos: tally.cost_nanos,
      latencyP50Ms: tally.latency_p50_ms,
      providers,
      createdAt: now,
    },
  ]
}
