import { svg } from '../drawing/svg'
import { captionLine } from '../lettering/caption-line'
import type { Face } from '../lettering/open-face'
import { titleBlock } from '../lettering/title-block'
import { fullBleed } from './full-bleed'
import { type Layout, MARGIN } from './layout'

/** The title at the foot of a full picture. */
export const lowTitle = (face: Face): Layout => ({
  ...fullBleed,
  spot: (spot, frame) => ({ ...spot, x: Math.max(spot.x, frame.width * 0.74) }),
  letters(sheet, { stage, brief }) {
    const { ink, paper } = stage.palette
    const scrim = stage.linear([
      [0, ink, 0],
      [0.55, ink, 0.5],
      [1, ink, 0.82],
    ])
    const high = Math.min(sheet.height * 0.42, 430)
    const width = Math.min(sheet.width - 2 * MARGIN, 1150)
    const place = { x: MARGIN, y: sheet.height - MARGIN - 44, from: 'bottom' } as const
    const look = { face, colour: paper, largest: 104 }
    const title = titleBlock({ text: brief.title, ...place, ...look, width, height: high * 0.55 })
    const line = {
      x: MARGIN,
      y: sheet.height - MARGIN + 4,
      width: sheet.width - 2 * MARGIN - 150,
      colour: paper,
    }
    const shade = svg.rect(0, sheet.height - high, sheet.width, high, scrim)
    return shade + title.drawn + captionLine(sheet, brief.caption, line)
  },
})
