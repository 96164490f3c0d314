import { rankScores } from './internal/rank-scores'
import { suiteSource } from './internal/suite-source'
import { suiteVersions } from './internal/suite-versions'
import { type BenchmarkCategory, SuiteId } from './schema'
import { listNewestScores } from './score-repository'

/**
 * The newest figure of every model in every category, best first. Of our own only runs of whole suites in their present
 * version: others are not comparable. Our own categories come first, in the suites' order; none is empty.
 */
export async function listBenchmarkScores(): Promise<BenchmarkCategory[]> {
  const sources = SuiteId.options.map((id) => suiteSource(id, suiteVersions[id]))
  return rankScores(await listNewestScores(sources))
}
