import type { Brief } from '../brief/brief'
import type { Sheet } from '../lettering/sheet'
import { motifs } from '../motifs/motifs'
import type { Random } from '../random-of'
import type { SceneName } from '../scenes/scenes'
import { framed } from './framed'
import { fullBleed } from './full-bleed'
import { highTitle } from './high-title'
import { hoarding } from './hoarding'
import { keyWord } from './key-word'
import type { Layout } from './layout'
import { lowTitle } from './low-title'
import { spine } from './spine'
import { statement } from './statement'

const faces = ['black', 'black', 'light'] as const
/** Too much goes on in them for words. */
const busy: readonly SceneName[] = ['abstract', 'portrait', 'botanical', 'table', 'room']
/** Their upper part is nothing but sky. */
const outOfDoors: readonly SceneName[] = [
  'beach',
  'city',
  'desert',
  'highSky',
  'lake',
  'meadow',
  'mountains',
  'nightHills',
  'road',
  'sea',
]
const LONGEST_WORD = 9
/** Castles and towers reach into a title above them. */
const TALLEST_BELOW_TITLE = 1.1
/** A picture of fewer than some 120 pixels has no room for words. */
const LEAST_PIXELS_PER_UNIT = 0.12

/** The layout that suits the scene and the words, by luck where several do. */
export function chooseLayout(brief: Brief, scene: SceneName, sheet: Sheet, random: Random): Layout {
  const face = random.pick(faces)
  const ratio = sheet.width / sheet.height
  const paper = framed(face, random.chance(0.25))
  if (brief.title === '' || sheet.pixelsPerUnit < LEAST_PIXELS_PER_UNIT) return fullBleed
  if (brief.isQuote && ratio < 2.2) return statement
  if (ratio > 2.2) return lowTitle(face)
  if (brief.style === 'sketch' || brief.style === 'blueprint') return framed(face, false)
  if (busy.includes(scene))
    return random.pick(ratio > 0.6 ? ([paper, paper, spine] as const) : ([paper] as const))
  const choices: [Layout, ...Layout[]] = [paper, paper]
  const high = highTitle(face, outOfDoors.includes(scene))
  const [first] = brief.subjects
  if (first === undefined) choices.push(lowTitle(face))
  const isTall = first !== undefined && motifs[first.motif].scale > TALLEST_BELOW_TITLE
  if (ratio < 1.3 && scene !== 'underwater' && !isTall) choices.push(high, high)
  if (ratio > 0.75) choices.push(spine)
  const isWordShort = brief.subjects.length > 0 && keyWord(brief).length <= LONGEST_WORD
  if (isWordShort && scene !== 'space' && scene !== 'forest') choices.push(hoarding, hoarding)
  return random.pick(choices)
}
