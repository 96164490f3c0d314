import type { Palette } from '../colour/palette'
import { svg } from '../drawing/svg'
import { measureText } from './measure-text'
import { outlineText } from './outline-text'
import type { Sheet } from './sheet'

/** The word in the corner that nobody may miss: no real model made this. */
export function sandboxLabel(sheet: Sheet, palette: Palette): string {
  const size = Math.min(64, Math.max(15, 10 / sheet.pixelsPerUnit))
  const wide = measureText('sandbox', 'mono') * size + size * 1.3
  const high = size * 1.75
  const [right, bottom] = [sheet.width - size * 1.5, sheet.height - size * 1.5]
  const middle = { x: right - wide / 2, y: bottom - size * 0.6, anchor: 'middle' } as const
  return (
    svg.rect(right - wide, bottom - high, wide, high, palette.ink, 0.62, high / 2) +
    svg.path(outlineText('sandbox', { face: 'mono', size, ...middle }), palette.paper)
  )
}
