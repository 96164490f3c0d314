import { toBenchmarkRun } from '../presenter'
import { type RunRow, tallyResults } from '../repository'
import type { BenchmarkRun } from '../schema'
import { listScoresOfRuns } from '../score-repository'

export async function presentRuns(rows: readonly RunRow[]): Promise<BenchmarkRun[]> {
  const ids = rows.map(({ id }) => id)
  const [tallies, scores] = await Promise.all([tallyResults(ids), listScoresOfRuns(ids)])
  return rows.map((row) =>
    toBenchmarkRun(
      row,
      tallies.filter(({ run_id }) => run_id === row.id),
      scores.filter(({ runId }) => runId === row.id),
    ),
  )
}
