import { isRecord } from '@/lib/platform/json'

/** Tolerant readers of members of upstreams' answers: values that are empty, null or of another type count as absent. */

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

/** A finite number, also written as text. */
export function numberOf(value: unknown): number | undefined {
  const number = textOf(value) === undefined ? value : Number(value)
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** The largest integer of the database; no request counts more of anything. */
const MOST = 2 ** 31 - 1

/** A count; OpenRouter's may have decimals. */
export function countOf(value: unknown): number | undefined {
  const count = Math.round(numberOf(value) ?? -1)
  return count >= 0 && count <= MOST ? count : undefined
}

/** The first of these members that is a whole number, however large: its plausibility is checked when it is booked. */
export function countIn(fields: Fields, ...names: readonly string[]): number | undefined {
  for (const name of names) {
    const count = numberOf(fields[name])
    if (Number.isSafeInteger(count) && Number(count) >= 0) return count
  }
  return undefined
}

/**
 * The list in an answer: the answer itself, or the first of these members that has one, also nested. A single object counts
 * as a list of one.
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

/** Fills in missing indexes (Google leaves out a 0) with the unused numbers, in order. */
export function fillIndexes(given: readonly (number | undefined)[]): number[] {
  const known = new Set(given)
  const free = [...given.keys()].filter((index) => !known.has(index))
  return given.map((index) => index ?? free.shift() ?? -1)
}

/** Whether an answer under status 200 has an error. */
export function hasError(answer: unknown): boolean {
  const { error } = fieldsOf(answer)
  return textOf(error) !== undefined || Object.keys(fieldsOf(error)).length > 0
}

const PROMPT = ['prompt_tokens', 'input_tokens', 'prompt_eval_count', 'total_tokens']

/**
 * The prompt tokens, under any vendor's name: most vendors use `usage`, Cohere `meta`, Ollama the answer itself. Null if not
 * reported. 0 counts as not reported, because no input is empty: LM Studio and llama.cpp always send it.
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

/** The prompt and completion tokens, and the sound in the prompt. Null unless both are reported, or if both are 0. */
export function tokensOf(
  usage: unknown,
): { promptTokens: number; completionTokens: number; audioInputTokens?: number } | null {
  const { input_tokens, prompt_tokens, output_tokens, completion_tokens, ...others } = fieldsOf(usage)
  const { input_token_details, input_tokens_details, prompt_tokens_details } = others
  const audio = countOf(
    fieldsOf(input_token_details ?? input_tokens_details ?? prompt_tokens_details).audio_tokens,
  )
  const promptTokens = countOf(input_tokens) ?? countOf(prompt_tokens)
  const completionTokens = countOf(output_tokens) ?? countOf(completion_tokens)
  if (promptTokens === undefined || completionTokens === undefined) return null
  if (promptTokens + completionTokens === 0) return null
  return { promptTokens, completionTokens, ...(audio !== undefined && { audioInputTokens: audio }) }
}
