import type { SchemaObject } from '../schema/json-schema'
import { readKeyword } from '../schema/read-keyword'
import { readTypes } from '../schema/read-types'
import { splitName } from '../schema/split-name'
import type { Material, Suggestion } from '../schema/writing'
import { MessageFacts } from './message-facts'
import { numberValues } from './number-values'
import { readPair } from './read-pair'
import { roleValues } from './role-values'

type Answer = { text: string; number: number | undefined }

const answerWords = [
  'answer',
  'response',
  'reply',
  'result',
  'explanation',
  'output',
  'summary',
  'conclusion',
  'solution',
  'message',
]

/** Fills a schema from what a message says, and (where given) from the plain answer to it. */
export class MessageMaterial implements Material {
  readonly #facts: MessageFacts
  readonly #answer: Answer | undefined
  readonly #taken = new Set<string>()
  readonly #keys = new WeakMap<Suggestion, string>()

  constructor(text: string, answer?: Answer) {
    this.#facts = new MessageFacts(text)
    this.#answer = answer
  }

  mentions = (words: string): boolean => this.#facts.mentions(words)

  suggest = (name: string, schema: SchemaObject): Suggestion[] => {
    const types = readTypes(schema) ?? []
    if (types.includes('array')) return this.#lists(name, schema)
    if (types.includes('boolean')) return this.#booleans(name)
    if (types.includes('number') || types.includes('integer')) return this.#numbers(name)
    if (types.length > 0 && !types.includes('string')) return []
    return this.#texts(name, schema)
  }

  #texts(name: string, schema: SchemaObject): Suggestion[] {
    const suggestions: Suggestion[] = []
    if (this.#answer !== undefined && splitName(name).some((word) => answerWords.includes(word))) {
      suggestions.push(this.#offer(this.#answer.text, true, 'answer'))
    }
    const pair = readPair(name, this.#facts.text)
    if (pair !== undefined) suggestions.push(this.#offer(pair, true, `text:${pair}`))
    const role = roleValues(name, this.#facts)
    const isCoded = ['pattern', 'format'].some((key) => readKeyword.text(schema, key) !== undefined)
    const byType = isCoded ? this.#codedTexts() : this.#facts.quotes
    const named = (role?.values ?? []).map((value) =>
      this.#offer(value, role?.isFreeText !== true, `text:${value}`),
    )
    const typed = byType.map((value) => this.#offer(value, false, `text:${value}`))
    // What is used up already is offered last: the second city is not the first one again.
    return [...suggestions, ...this.#freshFirst(named), ...this.#freshFirst(typed, true)]
  }

  /** For what has a format or a pattern, anything of the right shape will do. */
  #codedTexts(): string[] {
    const { emails, urls, dates, times, codes, quotes, symbols } = this.#facts
    return [...quotes, ...emails, ...urls, ...dates, ...times, ...codes, ...symbols]
  }

  #numbers(name: string): Suggestion[] {
    const suggestions: Suggestion[] = []
    const answer = this.#answer?.number
    if (
      answer !== undefined &&
      splitName(name).some((word) => [...answerWords, 'value', 'total'].includes(word))
    ) {
      suggestions.push(this.#offer(answer, true, 'answer'))
    }
    const pair = Number(readPair(name, this.#facts.text) ?? Number.NaN)
    if (!Number.isNaN(pair)) suggestions.push(this.#offer(pair, true, `pair:${name}`))
    const offered = numberValues(name, this.#facts).map(({ value, at, isNamed }) =>
      this.#offer(value, isNamed, `number:${at}`),
    )
    return [...suggestions, ...this.#freshFirst(offered, true)]
  }

  #booleans(name: string): Suggestion[] {
    const pair = readPair(name, this.#facts.text)?.toLowerCase()
    if (pair === 'true' || pair === 'yes') return [this.#offer(true, true, name)]
    if (pair === 'false' || pair === 'no') return [this.#offer(false, true, name)]
    const words = splitName(name).filter(
      (word) => !['is', 'has', 'include', 'with', 'should', 'use'].includes(word),
    )
    const spoken = words.join(' ')
    if (!this.#facts.mentions(spoken)) return []
    const isDenied = new RegExp(
      `\\b(?:no|not|without|don'?t)\\b[^.]{0,20}\\b${words.join('[\\s_-]')}`,
      'iu',
    ).test(this.#facts.text)
    return [this.#offer(!isDenied, true, name)]
  }

  #lists(name: string, schema: SchemaObject): Suggestion[] {
    const item = schema.items
    const types = typeof item === 'object' && item !== null && 'type' in item ? item.type : undefined
    if (types === 'number' || types === 'integer') {
      const values = this.#facts.numbers.map((number) => number.value)
      return values.length === 0 ? [] : [this.#offer(values, false, `list:${name}`)]
    }
    if (types !== 'string') return []
    const role = roleValues(name, this.#facts)
    const byRole = role === undefined || role.isFreeText ? [] : role.values
    const lists = [byRole, this.#facts.quotes, this.#enumerated()].filter((values) => values.length > 0)
    return lists.map((values, index) =>
      this.#offer([...values], index === 0 && byRole.length > 0, `list:${name}`),
    )
  }

  /** `Tags: red, green and blue`. */
  #enumerated(): string[] {
    const listed = /:\s*([^:.!?\n]{1,300}(?:,| and )[^:.!?\n]{1,300})/u.exec(this.#facts.text)?.[1]
    return listed === undefined ? [] : listed.split(/,\s*(?:and )?|\s+and\s+/).map((part) => part.trim())
  }

  #freshFirst(suggestions: Suggestion[], isFreshOnly = false): Suggestion[] {
    const fresh = suggestions.filter((suggestion) => !this.#taken.has(this.#keys.get(suggestion) ?? ''))
    return isFreshOnly
      ? fresh
      : [...fresh, ...suggestions.filter((suggestion) => !fresh.includes(suggestion))]
  }

  #offer(value: unknown, isNamed: boolean, key: string): Suggestion {
    const suggestion = { value, isNamed, take: () => void this.#taken.add(key) }
    this.#keys.set(suggestion, key)
    return suggestion
  }
}
