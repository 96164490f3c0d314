/** Where answers have text, and where they have it when there is none of those: in parts, and in words to their sound. */
const TEXT_KEYS = ['"content":"', '"reasoning_content":"', '"reasoning":"', '"refusal":"', '"arguments":"']
const PART_KEYS = ['"text":"', '"thinking":"', '"transcript":"']

/** A picture or a piece of sound is something to read too. */
const WORDLESS = ['"images":[{', '"audio":{']
const SOMETHING = ' '

/** What a client reads in an answer or a piece of one, still JSON-escaped, found without parsing; empty: nothing. */
export function contentIn(json: string): string {
  return (
    textAt(TEXT_KEYS, json) ||
    textAt(PART_KEYS, json) ||
    (WORDLESS.some((key) => json.includes(key)) ? SOMETHING : '')
  )
}

function textAt(keys: readonly string[], json: string): string {
  let found = ''
  for (const key of keys) {
    for (let at = json.indexOf(key); at >= 0; at = json.indexOf(key, at + 1)) {
      const from = at + key.length
      found += json.slice(from, endOfString(json, from))
    }
  }
  return found
}

function endOfString(json: string, from: number): number {
  for (let at = json.indexOf('"', from); at >= 0; at = json.indexOf('"', at + 1)) {
    let escapes = 0
    while (json.charCodeAt(at - 1 - escapes) === 92) escapes++
    if (escapes % 2 === 0) return at
  }
  return json.length
}
