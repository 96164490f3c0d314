import type { SuiteId } from '../schema'

/** Raised with every change of an item or of how it is graded: scores of two versions are not compared. */
export const suiteVersions: Readonly<Record<SuiteId, number>> = {
  reasoning: 1,
  instructions: 1,
  'structured-output': 1,
  'tool-use': 1,
  'long-context': 1,
}
