import { includesCode } from './includes-code'
import { matchPattern } from './match-pattern'
import type { CharsNode, PatternNode } from './pattern-node'

type Wanted = { minLength: number; maxLength: number; variant: number }

const friendly = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_. @/:+,'].map(
  (char) => char.codePointAt(0) ?? 0,
)
const MOST_CHARS = 2_000
const MOST_STEPS = 5_000
const lengthsToTry = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 300, 1_000]

/** A text in which the pattern is found, of the length wanted; undefined where none was found. */
export function writeMatch(node: PatternNode, wanted: Wanted): string | undefined {
  for (const extra of lengthsToTry) {
    const text = write(node, { extra, variant: wanted.variant, budget: { left: MOST_STEPS } })
    const missing = wanted.minLength - [...text].length
    // A pattern without an anchor at its end leaves room for more.
    const candidate = missing > 0 ? text + 'a'.repeat(Math.min(missing, MOST_CHARS)) : text
    const length = [...candidate].length
    const isRightLength = length >= wanted.minLength && length <= wanted.maxLength
    if (isRightLength && matchPattern(node, candidate)) return candidate
  }
  return undefined
}

type Way = { extra: number; variant: number; budget: { left: number } }

function write(node: PatternNode, way: Way): string {
  if (node.kind === 'start' || node.kind === 'end' || way.budget.left-- <= 0) return ''
  if (node.kind === 'chars') return String.fromCodePoint(pickCode(node, way.variant))
  if (node.kind === 'sequence') return node.parts.map((part) => write(part, way)).join('')
  if (node.kind === 'choice') {
    const option = node.options[way.variant % node.options.length]
    return option === undefined ? '' : write(option, way)
  }
  const count = Math.min(node.max, node.min + way.extra)
  let text = ''
  for (let i = 0; i < count && way.budget.left > 0; i++) {
    text += write(node.part, { ...way, variant: way.variant + i })
  }
  return text
}

function pickCode(node: CharsNode, variant: number): number {
  const fitting = friendly.filter((code) => includesCode(node, code))
  const picked = fitting[variant % Math.max(fitting.length, 1)]
  if (picked !== undefined) return picked
  if (!node.isNegated) return node.ranges[0]?.[0] ?? 97
  for (let code = 0x21; code < 0x2000; code++) if (includesCode(node, code)) return code
  return 97
}
