const MOST_VALUE_CHARS = 120
const value = `([^.,;!?\\n]{1,${MOST_VALUE_CHARS}})`
const stated: readonly (readonly [RegExp, string | undefined])[] = [
  [/\b(?:my name is|call me|i am called|i'm called)\s+(\p{L}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*)*)/giu, 'name'],
  [/\b(?:[Ii]'m|I am|[Tt]his is)\s+(\p{Lu}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*)*)(?=[.,!?]|$| and )/gu, 'name'],
  [/\buser(?:'s name is| is called| is named)\s+(\p{L}[\p{L}'’-]*)/giu, 'name'],
  [/\bi(?:'m| am)\s+(\d{1,3})(?:\s+years old)?(?=[\s.,!?]|$)/gi, 'age'],
  [/\bi live in\s+([^.,;!?\n]{1,60}?)(?=\s+and\b|[.,;!?\n]|$)/gi, 'home'],
  [/\bi work (?:as an?|as)\s+([^.,;!?\n]{1,60}?)(?=\s+and\b|[.,;!?\n]|$)/gi, 'job'],
]
const named = new RegExp(
  `\\b(?:my|our|the|user's)\\s+((?:[\\p{L}\\p{N}'-]+\\s+){0,3}?[\\p{L}\\p{N}'-]+)\\s+(?:is|are|was|=)\\s+${value}`,
  'giu',
)
const remembered = /\b(?:remember|note|memori[sz]e|keep in mind)(?: that| this)?:?\s+([^.!?\n]{1,200})/gi

/** What people say of themselves and of things (`my dog is called Rex`, `the code word is banana`), the last word counting. */
export function readFacts(texts: readonly string[]): Map<string, string> {
  const facts = new Map<string, string>()
  for (const text of texts) {
    for (const match of text.matchAll(remembered)) facts.set('remembered', clean(match[1] ?? ''))
    for (const match of text.matchAll(named)) {
      const key = (match[1] ?? '').toLowerCase()
      if (!/^(?:what|question|answer)\b/.test(key)) facts.set(key, clean(match[2] ?? ''))
    }
    for (const [pattern, key] of stated) {
      for (const match of text.matchAll(pattern)) if (key !== undefined) facts.set(key, clean(match[1] ?? ''))
    }
  }
  return facts
}

function clean(text: string): string {
  return text
    .split(/\s+and\s+(?=(?:i|my|the|what|who|how)\b)/i, 1)
    .join('')
    .replace(/^(?:called|named)\s+/i, '')
    .replace(/^["'“]|["'”]$/g, '')
    .trim()
}
