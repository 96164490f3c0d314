import type { Skill } from '../reply/skill'
import { readPayload } from './read-payload'

const units: readonly (readonly [RegExp, string, (text: string) => number])[] = [
  [/\bwords?\b/i, 'word', (text) => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0],
  [/\bvowels?\b/i, 'vowel', (text) => text.match(/[aeiouàáâäèéêëìíîïòóôöùúûü]/gi)?.length ?? 0],
  [/\bconsonants?\b/i, 'consonant', (text) => text.match(/[b-df-hj-np-tv-z]/gi)?.length ?? 0],
  [/\bletters?\b/i, 'letter', (text) => text.match(/\p{L}/gu)?.length ?? 0],
  [/\bcharacters?\b|\bchars?\b/i, 'character', (text) => [...text].length],
  [/\bsentences?\b/i, 'sentence', (text) => text.match(/[^.!?\s][^.!?]*/g)?.length ?? 0],
  [/\blines?\b/i, 'line', (text) => text.split('\n').length],
  [/\bdigits?\b/i, 'digit', (text) => text.match(/\d/g)?.length ?? 0],
]
const command = /\b(?:count|how many|number of)\b/i

/** Counts words, letters and the like, and how often one letter occurs in a word. */
export const countText: Skill = ({ ask, prompt }) => {
  if (!command.test(ask.slice(0, 200)) && !command.test(ask.slice(-200))) return undefined
  const occurrences = countOccurrences(ask)
  if (occurrences !== undefined) return occurrences
  const unit = findUnit(ask)
  if (unit === undefined) return undefined
  const text = readPayload(prompt) ?? readInline(ask)
  if (text === undefined) return undefined
  const count = unit[2](text)
  const what = text.length <= 60 ? `“${text}”` : 'The text'
  return `${what} has ${count} ${unit[1]}${count === 1 ? '' : 's'}.`
}

/** The unit that is named first: `how many letters are in the word …` asks for letters. */
function findUnit(ask: string) {
  const from = ask.search(command)
  const found = units
    .map((unit) => ({ unit, at: ask.slice(from, from + 60).search(unit[0]) }))
    .filter(({ at }) => at !== -1)
    .sort((a, b) => a.at - b.at)
  return found[0]?.unit
}

const occurrence =
  /\bhow (?:many|often)(?: times)?(?: does| is)?(?: the)?(?: letters?)?\s+["'“‘]?(\p{L})["'”’]?(?:['’]?s)?(?: letters?)?\b.*?\b(?:in|of)(?: the)?(?: word| string| text| name)?\s+["'“‘]?([\p{L}-]+)["'”’]?\s*[?.]?\s*$/iu

function countOccurrences(ask: string): string | undefined {
  const match = occurrence.exec(ask)
  const [, letter, word] = match ?? []
  if (letter === undefined || word === undefined) return undefined
  const count = [...word.toLowerCase()].filter((char) => char === letter.toLowerCase()).length
  return `There ${count === 1 ? 'is' : 'are'} ${count} ${letter.toLowerCase()}${count === 1 ? '' : "'s"} in “${word}”.`
}

/** `How many letters are in strawberry?` */
function readInline(ask: string): string | undefined {
  const match =
    /\b(?:in|of)(?: the)?(?: following)?(?: word| string| text| sentence| phrase)?\s+(?!the\b|this\b|that\b)(.+?)[?.!]?\s*$/i.exec(
      ask,
    )
  return match?.[1]?.trim()
}
