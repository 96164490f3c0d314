import { motifs } from '../motifs/motifs'
import type { SceneName } from '../scenes/scenes'
import type { Brief, Subject } from './brief'
import { colourWords } from './colour-words'
import { hourWords, paletteWords } from './mood-words'
import { motifWords } from './motif-words'
import { readTitle } from './read-title'
import { personWords, sceneWords } from './scene-words'
import { styleWords } from './style-words'
import { translate } from './translate'
import { weatherWords } from './weather-words'
import { type Found, indexWords } from './word-index'

const findMotifs = indexWords(
  (Object.keys(motifs) as (keyof typeof motifs)[]).map((name) => [name, motifWords[name]] as const),
)
const findScenes = indexWords(sceneWords)
const findPeople = indexWords([['portrait' as const, personWords]])
const findColours = indexWords(colourWords)
const findHours = indexWords(hourWords)
const findPalettes = indexWords(paletteWords)
const findWeathers = indexWords(weatherWords)
const findStyles = indexWords(styleWords)

const MOST_SUBJECTS = 3
const MOST_EACH = 5
/** Nothing after this is looked at: what matters stands at the beginning. */
const LONGEST_READ = 2000
const numbers: Record<string, number> = {
  two: 2,
  pair: 2,
  couple: 2,
  three: 3,
  trio: 3,
  four: 4,
  five: 5,
  six: 5,
  several: 4,
  many: 5,
  few: 3,
  flock: 5,
  herd: 4,
  group: 4,
}

/** Reads a prompt for things, places, times, colours and moods. Never fails: an empty brief leaves all to luck. */
export function readBrief(prompt: string): Brief {
  const text = translate(prompt.slice(0, LONGEST_READ))
  const colours = findColours(text)
  const named = findMotifs(text).filter(
    (found, at, all) => !isColourHere(found, colours, text) && !isOnlyOfKind(found, all[at + 1]),
  )
  const subjects = subjectsOf(named, colours, text)
  const taken = new Set(named.flatMap((found) => colourBefore(found, colours, text)?.at ?? []))
  return {
    ...readTitle(prompt),
    subjects,
    scene: sceneOf(text, subjects),
    places: findScenes(text).map(({ value }) => value),
    hour: findHours(text)[0]?.value ?? null,
    colours: [
      ...new Set(
        colours
          .filter(({ at }) => !taken.has(at) && !named.some((found) => found.at === at))
          .map(({ value }) => value),
      ),
    ],
    palette: findPalettes(text)[0]?.value ?? null,
    weather: findWeathers(text)[0]?.value ?? null,
    style: findStyles(text)[0]?.value ?? null,
  }
}

function sceneOf(text: string, subjects: Subject[]): SceneName | null {
  const [place] = findScenes(text)
  if (place !== undefined) return place.value
  const isOfPeople = subjects.every(({ motif }) => motif === 'figure' || motif === 'crown')
  return isOfPeople ? (findPeople(text)[0]?.value ?? null) : null
}

/** `pirate ship`, `strawberry ice cream`: the first of two nouns only says which. */
function isOnlyOfKind(found: Found<unknown>, next: Found<unknown> | undefined): boolean {
  return next !== undefined && !found.isPlural && next.at === found.end + 1
}

/** `orange` is a fruit in the plural and as `an orange`, unless a noun follows that it could colour. */
function isColourHere(found: Found<unknown>, colours: Found<string>[], text: string): boolean {
  if (!colours.some(({ at }) => at === found.at) || found.isPlural) return false
  const isCounted = /\b(?:an|one|the|this|ripe|fresh|juicy|sliced)\s+$/i.test(text.slice(0, found.at))
  return (
    !isCounted ||
    /^[ -]+(?!and\b|or\b|on\b|in\b|with\b|at\b|over\b|under\b|by\b)\p{L}/iu.test(text.slice(found.end))
  )
}

function subjectsOf(named: Found<Subject['motif']>[], colours: Found<string>[], text: string): Subject[] {
  const subjects = new Map<Subject['motif'], Subject>()
  for (const found of named) {
    if (subjects.has(found.value) || subjects.size === MOST_SUBJECTS) continue
    subjects.set(found.value, {
      motif: found.value,
      count: countOf(found, text),
      colour: colourBefore(found, colours, text)?.value ?? null,
    })
  }
  return [...subjects.values()]
}

function countOf(found: Found<unknown>, text: string): number {
  const before = text
    .slice(Math.max(0, found.at - 40), found.at)
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)
    .slice(-3)
  for (const word of before.reverse()) {
    const count = numbers[word] ?? (/^\d{1,3}$/.test(word) ? Number(word) : undefined)
    if (count !== undefined && count > 0) return Math.min(MOST_EACH, count)
  }
  return found.isPlural ? 3 : 1
}

/** The colour that stands before a thing, with at most one other adjective between. */
function colourBefore(
  found: Found<unknown>,
  colours: Found<string>[],
  text: string,
): Found<string> | undefined {
  return colours.findLast(
    ({ end, at }) => at < found.at && /^[ -]+(?:[\p{L}-]+ +)?$/u.test(text.slice(end, found.at)),
  )
}
