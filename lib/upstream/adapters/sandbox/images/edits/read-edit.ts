import type { Brief } from '../brief/brief'
import { readBrief } from '../brief/read-brief'

/** What an edit's words ask for, as far as the sandbox understands them. */
export type Edit = {
  brief: Brief
  removes: boolean
  /** The setting itself is to change, not only what stands in it. */
  replacesScene: boolean
  mirrors: boolean
  turnsDegrees: 0 | 90 | 180 | 270
  /** Factors of 1. */
  brightness: number
  saturation: number
  warmth: number
  vignette: boolean
  border: boolean
}

const has = (text: string, pattern: RegExp) => pattern.test(text)

export function readEdit(prompt: string): Edit {
  const text = prompt.slice(0, 2000)
  const removes = has(text, /\b(?:remove|erase|delete|without|get rid of|clean up|take out|eliminate)\b/i)
  return {
    // What is named is to go: nothing of it may come in.
    brief: removes ? onlyWords(readBrief(prompt)) : readBrief(prompt),
    removes,
    replacesScene: has(
      text,
      /\b(?:background|backdrop|setting|scene|replace|turn (?:it|this) into|transport|surroundings|place (?:it|this|him|her|them)|fill)\b/i,
    ),
    mirrors: has(text, /\b(?:mirror|flip|flipped|reverse horizontally)\b/i),
    turnsDegrees: turnOf(text),
    brightness: strength(
      text,
      /\b(?:brighter|brighten|lighter|lighten|overexposed|high[- ]key)\b/i,
      /\b(?:darker|darken|dim|moody|underexposed|low[- ]key)\b/i,
      1.28,
    ),
    saturation: strength(
      text,
      /\b(?:vivid|saturated|saturate|more colou?rful|vibrant|punchy|intense)\b/i,
      /\b(?:muted|desaturated?|faded|pale|washed[- ]out|less colou?rful)\b/i,
      1.55,
    ),
    warmth: strength(
      text,
      /\b(?:warm|warmer|cozy|cosy|golden|sunny)\b/i,
      /\b(?:cool|cooler|cold|colder|icy|chilly)\b/i,
      1.12,
    ),
    vignette: has(text, /\b(?:vignette|spotlight|dramatic|focus on|cinematic|film)\b/i),
    border: has(text, /\b(?:border|frame|framed|polaroid|margin)\b/i),
  }
}

function onlyWords(brief: Brief): Brief {
  return {
    ...brief,
    subjects: [],
    scene: null,
    colours: [],
    hour: null,
    palette: null,
    weather: null,
    style: null,
  }
}

function turnOf(text: string): Edit['turnsDegrees'] {
  if (/\b(?:upside[- ]down|rotate (?:it )?(?:by )?180|flip (?:it )?vertical)/i.test(text)) return 180
  if (/\brotate\b.{0,30}\b(?:left|counter|270)/i.test(text)) return 270
  return /\brotate\b/i.test(text) ? 90 : 0
}

function strength(text: string, more: RegExp, less: RegExp, factor: number): number {
  if (more.test(text)) return factor
  return less.test(text) ? 1 / factor : 1
}
