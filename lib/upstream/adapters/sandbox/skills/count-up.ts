import type { Skill } from '../reply/skill'

const MOST = 500

/** `Count from 1 to 10`, `count down from 5`, `the numbers from 3 to 8`. */
export const countUp: Skill = ({ ask }) => {
  const down = /\bcount (?:down|backwards?) from (\d{1,6})(?: to (\d{1,6}))?/i.exec(ask)
  const up =
    /\b(?:count(?: up)?|numbers?|integers?)\b(?: (?:from|between))?\s*(?:(\d{1,6})\s*(?:to|and|through|-|–)|to|up to)\s*(\d{1,6})\b/i.exec(
      ask,
    )
  if (down === null && up === null) return undefined
  const from = down === null ? Number(up?.[1] ?? 1) : Number(down[1])
  const to = down === null ? Number(up?.[2]) : Number(down[2] ?? (/\bzero\b/i.test(ask) ? 0 : 1))
  const count = Math.min(Math.abs(to - from) + 1, MOST)
  const numbers = Array.from({ length: count }, (_, index) => from + index * Math.sign(to - from || 1))
  const separator = /\b(?:each|one per|new|separate) lines?\b/i.test(ask) ? '\n' : ', '
  return numbers.join(separator) + (Math.abs(to - from) >= MOST ? `${separator}…` : '')
}
