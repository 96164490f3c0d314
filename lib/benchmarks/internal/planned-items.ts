import type { PlannedSuite } from '../repository'
import type { SuiteId } from '../schema'
import { findSuite } from './find-suite'
import type { Item } from './suite'

export type PlannedItem = { suiteId: SuiteId; maxTokens: number; item: Item }

/** Everything that a run asks, suite by suite. Undefined when a suite has another version by now. */
export function plannedItems(
  suites: readonly PlannedSuite[],
  maxTokens: number | null,
): PlannedItem[] | undefined {
  const all: PlannedItem[] = []
  for (const { id, version, items } of suites) {
    const suite = findSuite(id)
    if (suite.version !== version) return undefined
    for (const item of suite.items.slice(0, items))
      all.push({ suiteId: id, maxTokens: maxTokens ?? suite.maxTokens, item })
  }
  return all
}
