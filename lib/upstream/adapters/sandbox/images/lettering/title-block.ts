import { svg } from '../drawing/svg'
import { breakLines } from './break-lines'
import { drawable } from './drawable'
import type { Face } from './open-face'
import { outlineText } from './outline-text'

type Block = {
  text: string
  x: number
  /** Of the block's upper or lower edge. */
  y: number
  from: 'top' | 'bottom'
  width: number
  height: number
  face: Face
  colour: string
  largest: number
  mostLines?: number
  anchor?: 'start' | 'middle'
}

const LEADING = 1.02
const TRACKING = -0.022
const CAP_HEIGHT = 0.72

/** A title set as large as its block allows; `height` is what it came to. */
export function titleBlock(block: Block): { drawn: string; height: number } {
  const { x, y, from, width, height, face, colour, largest, mostLines = 3, anchor = 'start' } = block
  const limits = { width, height, face, mostLines, largest, leading: LEADING, tracking: TRACKING }
  const { lines, size } = breakLines(drawable(block.text, face), limits)
  if (lines.length === 0) return { drawn: '', height: 0 }
  const cap = size * CAP_HEIGHT
  const tall = cap + (lines.length - 1) * size * LEADING
  const first = (from === 'top' ? y : y - tall) + cap
  const setting = { face, size, x, anchor, tracking: TRACKING }
  const d = lines.map((line, at) => outlineText(line, { ...setting, y: first + at * size * LEADING }))
  return { drawn: svg.path(d.join(''), colour), height: tall }
}
