import type { PlannedSuite } from '../repository'
import type { SuiteId } from '../schema'
import { findSuite } from './find-suite'

/** The suites in their present version, each with its first `limit` items or all. */
export function planSuites(ids: readonly SuiteId[], limit: number | undefined): PlannedSuite[] {
  return ids.map((id) => {
    const { version, items } = findSuite(id)
    return { id, version, items: Math.min(items.length, limit ?? items.length) }
  })
}
