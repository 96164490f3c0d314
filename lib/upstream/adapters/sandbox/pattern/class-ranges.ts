import type { CharRange } from './pattern-node'

const LAST = 0x10ffff
const digit: CharRange[] = [[48, 57]]
const lower: CharRange[] = [[97, 122]]
const upper: CharRange[] = [[65, 90]]
const word: CharRange[] = [...digit, ...upper, [95, 95], ...lower]
const space: CharRange[] = [
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]

const shorthand: Record<string, CharRange[]> = {
  d: digit,
  w: word,
  s: space,
  D: outsideOf(digit),
  W: outsideOf(word),
  S: outsideOf(space),
}

/** Only their ASCII part: what is written from it is right, what is checked against it may be refused in vain. */
const property: Record<string, CharRange[]> = {
  L: [...upper, ...lower],
  Letter: [...upper, ...lower],
  Alphabetic: [...upper, ...lower],
  Lu: upper,
  Uppercase: upper,
  Ll: lower,
  Lowercase: lower,
  N: digit,
  Nd: digit,
  Number: digit,
}

/** What `\d` and its like stand for, or (as a property) what `\p{…}` does. */
export function classRanges(name: string, isProperty: boolean): CharRange[] | undefined {
  const known = isProperty ? property : shorthand
  return Object.hasOwn(known, name) ? known[name] : undefined
}

function outsideOf(ranges: readonly CharRange[]): CharRange[] {
  const outside: CharRange[] = []
  let from = 0
  for (const [first, last] of ranges) {
    if (first > from) outside.push([from, first - 1])
    from = last + 1
  }
  outside.push([from, LAST])
  return outside
}
