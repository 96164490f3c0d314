import type { SuiteId } from '../schema'
import type { Suite } from './suite'
import { instructionsSuite } from './suites/instructions/suite'
import { longContextSuite } from './suites/long-context/suite'
import { reasoningSuite } from './suites/reasoning/suite'
import { structuredOutputSuite } from './suites/structured-output/suite'
import { toolUseSuite } from './suites/tool-use/suite'

const suites: Readonly<Record<SuiteId, Suite>> = {
  reasoning: reasoningSuite,
  instructions: instructionsSuite,
  'structured-output': structuredOutputSuite,
  'tool-use': toolUseSuite,
  'long-context': longContextSuite,
}

export function findSuite(id: SuiteId): Suite {
  return suites[id]
}
