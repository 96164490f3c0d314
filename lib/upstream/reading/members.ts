import { isRecord } from '@/lib/platform/json'

/** Members of what upstreams answer: what is empty, null or of another type counts as absent. */

export type Fields = Readonly<Record<string, unknown>>

export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** A finite number, also one that is written as text. */
export function numberOf(value: unknown): number | undefined {
  const number = textOf(value) === undefined ? value : Number(value)
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** No request has more of anything that is counted, and the database's integers end here. */
const MOST = 2 ** 31 - 1

/** A count; OpenRouter's may have decimal places. */
export function countOf(value: unknown): number | undefined {
  const count = Math.round(numberOf(value) ?? -1)
  return count >= 0 && count <= MOST ? count : undefined
}

/** The first of these that is a whole count, however large: whoever books it judges whether it can be. */
export function countIn(fields: Fields, ...names: readonly string[]): number | undefined {
  for (const name of names) {
    const count = numberOf(fields[name])
    if (Number.isSafeInteger(count) && Number(count) >= 0) return count
  }
  return undefined
}

/**
 * The list that an answer is about: the answer itself, or what stands under the first of these names, also one inside
 * the other. A single object there is a list of one.
 */
export function listIn(answer: unknown, names: readonly string[]): readonly unknown[] {
  if (Array.isArray(answer)) return answer
  if (!isRecord(answer)) return []
  for (const name of names) {
    const list = listIn(answer[name], names)
    if (list.length > 0) return list
    if (isRecord(answer[name])) return [answer[name]]
  }
  return []
}

/** Indexes, where some were left out, as Google leaves out a 0: those items have the numbers that no other has, in order. */
export function fillIndexes(told: readonly (number | undefined)[]): number[] {
  const known = new Set(told)
  const free = [...told.keys()].filter((index) => !known.has(index))
  return told.map((index) => index ?? free.shift() ?? -1)
}

/** Whether an answer under status 200 says that it is none. */
export function hasError(answer: unknown): boolean {
  const { error } = fieldsOf(answer)
  return textOf(error) !== undefined || Object.keys(fieldsOf(error)).length > 0
}

const PROMPT = ['prompt_tokens', 'input_tokens', 'prompt_eval_count', 'total_tokens']

/**
 * The tokens of what was sent, under any vendor's name: most count in `usage`, Cohere in `meta`, Ollama beside the answer.
 * Null where nobody counted. 0 is no count either, for nothing that is sent is empty: LM Studio and llama.cpp say it always.
 */
export function promptTokensOf(answer: unknown): number | null {
  const { usage, meta } = fieldsOf(answer)
  const { tokens, billed_units } = fieldsOf(meta)
  for (const place of [usage, tokens, billed_units, meta, answer])
    for (const name of PROMPT) {
      const count = countOf(fieldsOf(place)[name])
      if (count) return count
    }
  return countOf(fieldsOf(usage).total) || null
}

/** The tokens that were sent and made. Null where nobody counted both, or counted nothing. */
export function tokensOf(usage: unknown): { promptTokens: number; completionTokens: number } | null {
  const { input_tokens, prompt_tokens, output_tokens, completion_tokens } = fieldsOf(usage)
  const promptTokens = countOf(input_tokens) ?? countOf(prompt_tokens)
  const completionTokens = countOf(output_tokens) ?? countOf(completion_tokens)
  if (promptTokens === undefined || completionTokens === undefined) return null
  return promptTokens + completionTokens === 0 ? null : { promptTokens, completionTokens }
}
