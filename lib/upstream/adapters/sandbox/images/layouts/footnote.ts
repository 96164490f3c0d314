import { svg } from '../drawing/svg'
import { captionLine } from '../lettering/caption-line'
import type { Sheet } from '../lettering/sheet'
import { type Given, MARGIN } from './layout'

/** The prompt at the foot of a full picture, over just enough shade to read it. */
export function footnote(sheet: Sheet, { stage, scene, brief }: Given): string {
  const { ink, paper } = stage.palette
  const place = { x: MARGIN, y: sheet.height - 34, width: sheet.width - 2 * MARGIN - 130 }
  const line = captionLine(sheet, brief.caption, { ...place, colour: scene.inkBelow ? ink : paper })
  if (line === '' || scene.inkBelow) return line
  const shade = stage.linear([
    [0, ink, 0],
    [1, ink, 0.6],
  ])
  return svg.rect(0, sheet.height - 130, sheet.width, 130, shade) + line
}
