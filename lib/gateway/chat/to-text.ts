/** Of no use to a model, or readable by the vendor alone. */
const UNSAID = new Set(['type', 'id', 'status', 'signature', 'encrypted_content', 'cache_control'])
const LONGEST = 20_000
/** Longer words are bytes in base64. */
const LONGEST_WORD = 1000

/** A part of a conversation that models have no form for, as a text that says what it was. */
export function toText(part: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(part).filter(
    ([name, value]) => value != null && !UNSAID.has(name) && !isBytes(value),
  )
  const json = said.length === 0 ? '' : `: ${JSON.stringify(Object.fromEntries(said))}`
  const words = json.length > LONGEST ? `${json.slice(0, LONGEST).toWellFormed()}…` : json
  return `[${part.type}${words}]`
}

function isBytes(value: unknown): boolean {
  return typeof value === 'string' && value.length > LONGEST_WORD && !/\s/.test(value.slice(0, LONGEST_WORD))
}

/** The arguments of a call as JSON text, as agents keep them: some as an object, some not at all. */
export function argumentsText(given: unknown): string {
  if (typeof given !== 'string') return JSON.stringify(given ?? {})
  return given.trim() === '' ? '{}' : given
}
