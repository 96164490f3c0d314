import type { Item } from './grade'
import { type SuiteId, suiteCategories } from './schema'
import { instructionItems } from './suites/instructions'
import { reasoningItems } from './suites/reasoning'
import { structuredOutputItems } from './suites/structured-output'
import { toolUseItems } from './suites/tool-use'

/** A suite is a versioned set of items. The version rises with every change: scores of two versions are not compared. */
export type Suite = {
  version: number
  items: readonly Item[]
  /** Of one answer. */
  maxTokens: number
  description: string
}

export const suites: Readonly<Record<SuiteId, Suite>> = {
  reasoning: {
    version: 2,
    items: reasoningItems,
    maxTokens: 4096,
    description: 'Sums in words, counting, time and logic puzzles with one right answer each.',
  },
  instructions: {
    version: 2,
    items: instructionItems,
    maxTokens: 2048,
    description: 'Short texts with rules about their length, letters, form and words; all have to be kept.',
  },
  'structured-output': {
    version: 2,
    items: structuredOutputItems,
    maxTokens: 2048,
    description: 'Facts from short texts as JSON that fits a schema and has the right values.',
  },
  'tool-use': {
    version: 2,
    items: toolUseItems,
    maxTokens: 2048,
    description: 'Calling the right tools with the right arguments, several at once, or none.',
  },
}

/** What a score of that suite names as its source. */
export const suiteSource = (id: string, version: number) => `portico-${id}@${version}`

/** Old runs may name suites that are no more. */
export const findSuite = (id: string) => new Map<string, Suite>(Object.entries(suites)).get(id)
export const categoryOf = (id: string) =>
  new Map<string, string>(Object.entries(suiteCategories)).get(id) ?? id
