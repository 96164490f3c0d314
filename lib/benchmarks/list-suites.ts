import { findSuite } from './internal/find-suite'
import { SuiteId, type SuitesReply, suiteCategories } from './schema'

/** Every suite in its present version. */
export function listSuites(): SuitesReply {
  return {
    data: SuiteId.options.map(findSuite).map(({ id, description, version, items }) => ({
      id,
      category: suiteCategories[id],
      description,
      version,
      items: items.length,
    })),
  }
}
