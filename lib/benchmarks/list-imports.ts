import type { ImportedCategory } from './import-schema'
import { listImportedScores } from './score-repository'

/** What was imported, by category, each with its source. */
export async function listImports(): Promise<ImportedCategory[]> {
  const byCategory = Map.groupBy(await listImportedScores(), ({ category }) => category)
  return [...byCategory.values()].flatMap((scores) => {
    const [newest] = scores
    if (newest === undefined) return []
    return {
      category: newest.category,
      metric: newest.metric,
      source: newest.source,
      source_url: newest.sourceUrl ?? '',
      licence: newest.licence ?? '',
      scores: scores.length,
      as_of: newest.asOf.toISOString(),
    }
  })
}
