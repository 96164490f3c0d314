const words: Record<string, number> = {
  zero: 0,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  fifty: 50,
  hundred: 100,
}
/** Digits that are part of something else: dates, times, addresses, version numbers. */
const notNumbers = /\S+@\S+|https?:\/\/\S+|\d{4}-\d{2}-\d{2}\S*|\d{1,2}:\d{2}\S*|\d+\.\d+\.\d+\S*/g
const number = new RegExp(
  `(?<![\\p{L}\\p{N}_.])-?\\d[\\d,]*(?:\\.\\d+)?(?![\\p{N}_])|\\b(?:${Object.keys(words).join('|')})\\b`,
  'giu',
)

export type NumberInText = { value: number; at: number; end: number }

/** The numbers in a text, in digits or as words, in order. */
export function readNumbers(text: string): NumberInText[] {
  const masked = text.replace(notNumbers, (match) => ' '.repeat(match.length))
  return [...masked.matchAll(number)].flatMap((match) => {
    const word = match[0].toLowerCase()
    const value = Object.hasOwn(words, word) ? words[word] : Number(word.replaceAll(',', ''))
    if (value === undefined || Number.isNaN(value)) return []
    return [{ value, at: match.index, end: match.index + match[0].length }]
  })
}
