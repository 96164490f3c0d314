import { svg } from '../drawing/svg'
import { captionLine } from '../lettering/caption-line'
import type { Face } from '../lettering/open-face'
import type { Sheet } from '../lettering/sheet'
import { titleBlock } from '../lettering/title-block'
import type { Layout } from './layout'

const EDGE = 40
const bandOf = (sheet: Sheet) => Math.min(210, sheet.height * 0.19)

/** The picture in a frame of paper, the words in the band below it. */
export const framed = (face: Face, isDark: boolean): Layout => ({
  frame: (sheet) => ({
    x: EDGE,
    y: EDGE,
    width: sheet.width - 2 * EDGE,
    height: sheet.height - EDGE - bandOf(sheet),
  }),
  under: (sheet, { ink, paper }) => svg.rect(0, 0, sheet.width, sheet.height, isDark ? ink : paper),
  letters(sheet, { stage, brief }) {
    const { ink, paper } = stage.palette
    const colour = isDark ? paper : ink
    const band = bandOf(sheet)
    const place = { x: EDGE + 2, y: sheet.height - band + 34, from: 'top' } as const
    const room = { width: sheet.width - 2 * EDGE - 40, height: band - 112, mostLines: 2 }
    const title = titleBlock({ text: brief.title, ...place, ...room, face, colour, largest: 78 })
    const line = { x: EDGE + 2, y: sheet.height - 36, width: sheet.width - 2 * EDGE - 170, colour }
    return title.drawn + captionLine(sheet, brief.caption, line)
  },
})
