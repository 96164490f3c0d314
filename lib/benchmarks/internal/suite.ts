import type { SuiteId } from '../schema'

/** A suite and its items, as they are written down. All of it is plain data, so that a digest can prove it unchanged. */
export type Suite = {
  id: SuiteId
  version: number
  description: string
  /** Of one answer, unless the run says otherwise. */
  maxTokens: number
  items: readonly Item[]
}

export type Item = {
  /** Never given to another question. */
  id: string
  question: Question
  check: Check
  /** An answer that passes; it proves that the item can be passed. */
  reference: Answer
}

/** What is sent besides the model: fields of a chat completion. */
export type Question = {
  messages: readonly Message[]
  tools?: readonly Tool[]
  response_format?: {
    type: 'json_schema'
    json_schema: { name: string; schema: JsonSchema; strict: boolean }
  }
}

export type Message =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string | null; tool_calls?: readonly WireCall[] }
  | { role: 'tool'; tool_call_id: string; content: string }

export type WireCall = { id: string; type: 'function'; function: { name: string; arguments: string } }
export type JsonSchema = { readonly [keyword: string]: unknown }
export type Tool = {
  type: 'function'
  function: { name: string; description: string; parameters: JsonSchema }
}

/** What a model said, as far as it is graded. */
export type Answer = { text: string; calls: readonly Call[] }
/** `arguments` is JSON text, as models write it. */
export type Call = { name: string; arguments: string }

export type Check =
  /** The line `Answer: …` has this number. */
  | { kind: 'number'; value: number }
  /** The line `Answer: …` is one of these words, whatever their case. */
  | { kind: 'words'; accepted: readonly string[] }
  /** The text keeps every rule. */
  | { kind: 'rules'; rules: readonly Rule[] }
  /** The text is JSON that fits the schema and has these values. */
  | { kind: 'json'; schema: JsonSchema; expected: unknown }
  /** These calls, in any order, and no others; none: the tools are let alone. */
  | { kind: 'calls'; calls: readonly ExpectedCall[] }

export type ExpectedCall = { name: string; arguments: { readonly [name: string]: unknown } }

/** Counts are of what a person would count: words between spaces, lines that are not empty. */
export type Rule =
  | { rule: 'words'; min?: number; max?: number }
  | { rule: 'sentences'; count: number }
  | { rule: 'lines'; count: number }
  | { rule: 'paragraphs'; count: number }
  /** Lines that begin with this mark and a space; `1.` stands for 1., 2., 3. … */
  | { rule: 'list'; mark: '-' | '*' | '1.'; count: number }
  /** At least one of the words, whatever its case: that the text is about its subject. */
  | { rule: 'mentions'; any: readonly string[] }
  /** Exactly as often as that, as a whole word, whatever its case. */
  | { rule: 'times'; word: string; count: number }
  | { rule: 'avoids'; words: readonly string[] }
  | { rule: 'begins'; text: string }
  | { rule: 'ends'; text: string }
  | { rule: 'case'; form: 'lower' | 'upper' }
  /** None of these characters, in either case. */
  | { rule: 'without'; characters: string }
  /** First letters of the lines, whatever their case. */
  | { rule: 'acrostic'; word: string }
  | { rule: 'every-line'; pattern: string; says: string }
  | { rule: 'pattern'; pattern: string; says: string }
  | { rule: 'sorted-lines' }
  | { rule: 'longest-word'; max: number }
  /** These come in that order. */
  | { rule: 'order'; words: readonly string[] }
  | { rule: 'exactly'; text: string }

/** What a grader says. `reason` is a sentence for people who read results. */
export type Grade = { passed: true } | { passed: false; reason: string }
