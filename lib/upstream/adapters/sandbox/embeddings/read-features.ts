import { hashText } from '../conversation/hash-text'

/** Features are counted in so many buckets: enough that two of one text seldom meet. */
const BUCKETS = 8192

const WORD_WEIGHT = 1
/** What binds a sentence says little about what it is about: so do words of one or two letters. */
const BINDING_WORD_WEIGHT = 0.1
const bindingWords = new Set(
  'the and for are was were been has have had not but you your can how what who why when this that these those with from its they them his her she our will would should could does did than then there here into about over some any all'.split(
    ' ',
  ),
)
const PAIR_WEIGHT = 0.5
/** Parts of words bring inflections, misspellings and scripts without spaces together. */
const PART_WEIGHT = 0.3
const PART_LETTERS = [3, 4]

/** What a text consists of: its words, pairs of neighbours, and parts of words, each as a weight in its bucket. */
export function readFeatures(text: string): ReadonlyMap<number, number> {
  const features = new Map<number, number>()
  const add = (feature: string, weight: number) => {
    const bucket = hashText(feature) % BUCKETS
    features.set(bucket, (features.get(bucket) ?? 0) + weight)
  }
  const words = wordsOf(text)
  for (const [place, word] of words.entries()) {
    add(`word ${word}`, weightOf(word))
    const next = words[place + 1]
    if (next !== undefined)
      add(`pair ${word} ${next}`, PAIR_WEIGHT * Math.min(weightOf(word), weightOf(next)))
    for (const part of partsOf(word)) add(`part ${part}`, PART_WEIGHT * weightOf(word))
  }
  // What has neither letters nor digits is itself and nothing else.
  if (features.size === 0) add(`text ${text}`, WORD_WEIGHT)
  // Saying a thing ten times does not make a text ten times as much about it.
  return new Map([...features].map(([bucket, weight]) => [bucket, Math.log1p(weight)]))
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  )
}

function weightOf(word: string): number {
  return bindingWords.has(word) || /^\p{Script=Latin}{1,2}$/u.test(word) ? BINDING_WORD_WEIGHT : WORD_WEIGHT
}

function partsOf(word: string): string[] {
  const bounded = `^${word}$`
  return PART_LETTERS.flatMap((length) =>
    Array.from({ length: Math.max(bounded.length - length + 1, 0) }, (_, at) =>
      bounded.slice(at, at + length),
    ),
  )
}
