import { toBenchmarkItem } from '../presenter'
import { type BenchmarkCategory, suiteCategories } from '../schema'
import type { ScoreRow } from '../score-repository'

const ownOrder = Object.values(suiteCategories)

/** Categories with their models, best first; equal scores share a rank and stand in the order of their ids. */
export function rankScores(rows: readonly ScoreRow[]): BenchmarkCategory[] {
  const byCategory = Map.groupBy(rows, ({ category }) => category)
  return [...byCategory.keys()].sort(compareCategories).map((category) => {
    const sorted = (byCategory.get(category) ?? []).toSorted(
      (a, b) => b.score - a.score || (a.modelId < b.modelId ? -1 : 1),
    )
    return {
      category,
      items: sorted.map((row) =>
        toBenchmarkItem(row, 1 + sorted.findIndex(({ score }) => score === row.score)),
      ),
    }
  })
}

function compareCategories(a: string, b: string): number {
  return placeOf(a) - placeOf(b) || a.localeCompare(b, 'en')
}

function placeOf(category: string): number {
  const place = ownOrder.indexOf(category)
  return place === -1 ? ownOrder.length : place
}
