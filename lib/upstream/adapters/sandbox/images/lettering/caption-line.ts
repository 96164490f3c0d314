import { svg } from '../drawing/svg'
import { drawable } from './drawable'
import { measureText } from './measure-text'
import { outlineText } from './outline-text'
import type { Sheet } from './sheet'

const SIZE = 17
/** Below this many pixels letters are no letters. */
const LEAST_PIXELS = 8

type Place = { x: number; y: number; width: number; colour: string }

/** The whole prompt in small type, cut where its line ends; nothing where it would be too small to read. */
export function captionLine(sheet: Sheet, text: string, { x, y, width, colour }: Place): string {
  if (SIZE * sheet.pixelsPerUnit < LEAST_PIXELS) return ''
  const line = drawable(text, 'mono')
  const most = Math.floor(width / (measureText('n', 'mono') * SIZE))
  const cut = line.length > most ? `${line.slice(0, Math.max(0, most - 1)).trimEnd()}…` : line
  if (cut.length < 4) return ''
  return svg.path(outlineText(cut, { face: 'mono', size: SIZE, x, y }), colour, 0.82)
}
