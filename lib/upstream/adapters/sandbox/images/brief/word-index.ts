/** A word as it stands in a text. */
export type Found<T> = { value: T; word: string; at: number; end: number; isPlural: boolean }

/** Finds the words of a list in a text, in the plural too; where two begin at one place, the longer counts. */
export type WordIndex<T> = (text: string) => Found<T>[]

/** `entries`: each value with its words, separated by commas. */
export function indexWords<T>(entries: readonly (readonly [T, string])[]): WordIndex<T> {
  const meaningOf = new Map<string, { value: T; isPlural: boolean }>()
  for (const [value, words] of entries)
    for (const word of words.split(',').map((one) => one.trim())) {
      for (const plural of pluralsOf(word))
        if (!meaningOf.has(plural)) meaningOf.set(plural, { value, isPlural: true })
      meaningOf.set(word, { value, isPlural: false })
    }
  const known = [...meaningOf.keys()]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${known.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  return (text) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const word = match[0].toLowerCase()
      const hit = meaningOf.get(word)
      return hit === undefined ? [] : [{ ...hit, word, at: match.index, end: match.index + word.length }]
    })
}

function pluralsOf(word: string): string[] {
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`]
  if (/(?:s|x|z|ch|sh)$/.test(word)) return [`${word}es`]
  if (/(?:f|fe)$/.test(word)) return [`${word}s`, word.replace(/fe?$/, 'ves')]
  if (/man$/.test(word)) return [word.replace(/man$/, 'men')]
  return [`${word}s`, `${word}es`]
}
