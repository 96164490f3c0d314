import type { Skill } from '../reply/skill'
import { readPayload } from './read-payload'

/** Sorts a list of words or numbers. */
export const sortItems: Skill = ({ ask, prompt }) => {
  if (
    !/\b(?:sort|alphabeti[sz]e|put .{0,40} in (?:alphabetical|ascending|descending|numerical) order|order (?:these|the following))\b/i.test(
      ask,
    )
  )
    return undefined
  if (/\b(?:function|program|code|script|algorithm)\b/i.test(ask)) return undefined
  const listed =
    readPayload(prompt) ??
    ask.replace(
      /^.*?\b(?:sort|alphabeti[sz]e|order)\b(?: (?:these|the following|this|the|words|numbers|list|items|alphabetically|numerically|of))*\s*/i,
      '',
    )
  const items = listed
    .replace(
      /\b(?:alphabetically|numerically|in (?:alphabetical|ascending|descending|reverse|numerical) order|ascending|descending)\b|[.?!]$/gi,
      '',
    )
    .split(/\s*[,;\n]\s*|\s+and\s+/)
    .map((item) => item.trim())
    .filter((item) => item !== '')
  if (items.length < 2) return undefined
  const areNumbers = items.every((item) => !Number.isNaN(Number(item)))
  const sorted = [...items].sort((a, b) => (areNumbers ? Number(a) - Number(b) : a.localeCompare(b, 'en')))
  if (/\b(?:descending|reverse|largest first|highest first|z to a)\b/i.test(ask)) sorted.reverse()
  return sorted.join(', ')
}
