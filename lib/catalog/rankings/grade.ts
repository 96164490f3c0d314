import { isDeepStrictEqual } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { z } from 'zod'
import { cutText } from '@/lib/platform/escape'
import { parseJson } from '@/lib/platform/json'

/** A question with the check that grades its answer. Grading never runs code that a model wrote. */
export type Item = {
  /** Never reused. */
  id: string
  question: Question
  check: Check
  /** An answer that passes, which proves that the item is solvable. */
  reference: Answer
}

/** Fields of the chat completion request, without the model. */
export type Question = {
  messages: readonly object[]
  tools?: readonly Tool[]
  response_format?: object
}

export type JsonSchema = { readonly [keyword: string]: unknown }
export type Tool = {
  type: 'function'
  function: { name: string; description: string; parameters: JsonSchema }
}

/** A model's answer; the arguments of a call are JSON text. */
export type Answer = { text: string; calls: readonly Call[] }
export type Call = { name: string; arguments: string }
type ExpectedCall = { name: string; arguments: Readonly<Record<string, unknown>> }

export type Check =
  /** The line `Answer: …` is one of these numbers or words. */
  | { kind: 'line'; accepted: readonly string[] }
  | { kind: 'rules'; rules: Rules }
  /** The text is JSON that matches the schema and has these values. */
  | { kind: 'json'; schema: JsonSchema; expected: unknown }
  /** Exactly these calls in any order; where empty, a text without calls. */
  | { kind: 'calls'; calls: readonly ExpectedCall[] }

/** Rules for a text. Words are separated by spaces, empty lines do not count, `matches` ignores case. */
export const Rules = z.strictObject({
  words: z.tuple([z.int(), z.int()]).optional(),
  sentences: z.int().optional(),
  lines: z.int().optional(),
  everyLine: z.string().optional(),
  matches: z.array(z.string()).default([]),
  matchesCase: z.array(z.string()).default([]),
})
export type Rules = z.infer<typeof Rules>

/** Suites are tables with one item per line and cells separated by bars. */
export const rowsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' | '))

/** Why an answer failed, as a sentence; undefined if it passed. Never throws. */
export function gradeAnswer({ question, check }: Pick<Item, 'question' | 'check'>, answer: Answer) {
  switch (check.kind) {
    case 'line':
      return gradeLine(check.accepted, answer.text)
    case 'rules':
      return gradeRules(check.rules, answer.text)
    case 'json':
      return gradeJson(check.schema, check.expected, answer.text)
    case 'calls':
      return gradeCalls(question.tools ?? [], check.calls, answer)
  }
}

/** Answers have a few lines. Longer ones are not matched, since some patterns are slow on long texts. */
const MAX_RULED_CHARACTERS = 2000

/** A number with an optional currency sign before or one-word unit after it; `41 or 42` does not match. */
const numberForm =
  /^(?:[$€£]\s?)?([-+−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(?:\s?(?:%|[a-zA-Z°²³]+(?:\/[a-zA-Z]+)?))?$/

function gradeLine(accepted: readonly string[], text: string): string | undefined {
  const line = answerLine(text)
  if (line === undefined) return 'There is no line “Answer: …”.'
  const written = numberForm.exec(line)?.[1]?.replaceAll(',', '').replace('−', '-')
  const isRight = accepted.some((one) =>
    Number.isNaN(Number(one)) ? plainWord(one) === plainWord(line) : Number(one) === Number(written),
  )
  return isRight ? undefined : `The answer was “${cutText(line, 80)}”; it is “${accepted[0]}”.`
}

/** The text after the last `Answer:`, without Markdown and quotation marks. */
function answerLine(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => /^[\s*_#>`-]*(?:final )?answer\s*[*_`]*\s*:/i.test(line))
  const [, said] = /:(.*)$/.exec(lines.at(-1) ?? '') ?? []
  return said
    ?.replace(/[*_`"“”‘’]+/g, '')
    .trim()
    .replace(/[.!]$/, '')
}

/** Lower case, without article and repeated spaces. */
function plainWord(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  return plain.replace(/^(?:the|a|an) /, '')
}

function gradeRules(rules: Rules, answer: string): string | undefined {
  const text = answer.replace(/\r\n?/g, '\n').trim()
  if (text === '') return 'Nothing was said.'
  if (text.length > MAX_RULED_CHARACTERS) return 'The answer is far too long.'
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  const sentences = text.match(/[.!?…]+["'”’)]*(?=\s|$)/g)?.length ?? 0
  const [least, most] = rules.words ?? [0, words]
  if (words < least || words > most) return `It has ${words} words, not ${least} to ${most}.`
  if (rules.sentences !== undefined && sentences !== rules.sentences)
    return `It has ${sentences} sentences, not ${rules.sentences}.`
  if (rules.lines !== undefined && lines.length !== rules.lines)
    return `It has ${lines.length} lines, not ${rules.lines}.`
  const everyLine = rules.everyLine && new RegExp(rules.everyLine, 'u')
  if (everyLine && !lines.every((line) => everyLine.test(line.trim()))) return `A line is not ${everyLine}.`
  const patterns = [
    ...rules.matches.map((pattern) => new RegExp(pattern, 'iu')),
    ...rules.matchesCase.map((pattern) => new RegExp(pattern, 'u')),
  ]
  const unmatched = patterns.find((pattern) => !pattern.test(text))
  return unmatched && `It does not match ${unmatched}.`
}

function gradeJson(schema: JsonSchema, expected: unknown, text: string): string | undefined {
  // Only JSON, optionally in a code fence.
  const value = parseJson(/^\s*```(?:json)?\n([\s\S]*)\n```\s*$/.exec(text)?.[1] ?? text)
  if (value === undefined) return 'The answer is not JSON and nothing else.'
  const fault = schemaFault(schema, value)
  if (fault !== undefined || isSame(expected, value)) return fault
  return `It fits the schema, but ${cutText(JSON.stringify(value), 200)} is not ${JSON.stringify(expected)}.`
}

function gradeCalls(tools: readonly Tool[], expected: readonly ExpectedCall[], { text, calls }: Answer) {
  if (calls.length !== expected.length) return `${calls.length} calls were made, ${expected.length} expected.`
  if (calls.length === 0 && text.trim() === '') return 'Nothing was said.'
  const left = [...expected]
  for (const call of calls) {
    const schema = tools.find((tool) => tool.function.name === call.name)?.function.parameters
    if (schema === undefined) return `There is no tool ${cutText(call.name, 80)}.`
    const values = parseJson(call.arguments)
    const fault = schemaFault(schema, values)
    if (fault !== undefined) return `${call.name}: ${fault}`
    const at = left.findIndex((one) => {
      const asked = structuredClone(one.arguments)
      return one.name === call.name && schemaFault(schema, asked) === undefined && isSame(asked, values)
    })
    if (at === -1) return `Not what was asked: ${call.name}(${cutText(call.arguments, 120)}).`
    left.splice(at, 1)
  }
  return undefined
}

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, useDefaults: true })

/** Also fills in the schema's defaults. */
function schemaFault(schema: JsonSchema, value: unknown): string | undefined {
  if (ajv.validate(schema, value)) return undefined
  const [error] = ajv.errors ?? []
  return `It does not fit the schema: ${error?.instancePath || 'the whole'} ${error?.message ?? 'is wrong'}.`
}

/** Whether two JSON values are equal except for case and order of members. */
function isSame(expected: unknown, actual: unknown): boolean {
  const plain = (value: unknown) => parseJson(JSON.stringify(value).normalize('NFKC').toLowerCase())
  return isDeepStrictEqual(plain(expected), plain(actual))
}
