/** Fields of no use to a model, or that only the vendor can read. */
const OMITTED = new Set(['type', 'id', 'status', 'signature', 'encrypted_content', 'cache_control'])
const LONGEST = 20_000
/** A longer word is base64. */
const LONGEST_WORD = 1000

/** A part of a conversation that chat completions have no format for, as a text with its type and fields. */
export function toText(part: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(part).filter(
    ([name, value]) => value != null && !OMITTED.has(name) && !isBytes(value),
  )
  const json = fields.length === 0 ? '' : `: ${JSON.stringify(Object.fromEntries(fields))}`
  const shown = json.length > LONGEST ? `${json.slice(0, LONGEST).toWellFormed()}…` : json
  return `[${part.type}${shown}]`
}

function isBytes(value: unknown): boolean {
  return typeof value === 'string' && value.length > LONGEST_WORD && !/\s/.test(value.slice(0, LONGEST_WORD))
}

/** The arguments of a call as JSON text. Some agents keep them as an object, or not at all. */
export function argumentsText(given: unknown): string {
  if (typeof given !== 'string') return JSON.stringify(given ?? {})
  return given.trim() === '' ? '{}' : given
}
