import { mixColours } from '../colour/oklch'
import { svg } from '../drawing/svg'
import { captionLine } from '../lettering/caption-line'
import { titleBlock } from '../lettering/title-block'
import { type Layout, MARGIN } from './layout'

/** How much of the sheet is words. */
const SHARE = 0.62

/** What a prompt quotes, as large as it can be over a strip of picture. */
export const statement: Layout = {
  frame: ({ width, height }) => ({ x: 0, y: height * SHARE, width, height: height * (1 - SHARE) }),
  under: (sheet, { light, paper }) =>
    svg.rect(0, 0, sheet.width, sheet.height, mixColours(light, paper, 0.3)),
  letters(sheet, { stage, brief }) {
    const { ink, accent } = stage.palette
    const foot = sheet.height * SHARE
    const width = sheet.width - 2 * MARGIN
    const room = { width, height: foot - 2 * MARGIN - 34, largest: 330, mostLines: 5 }
    const look = { face: 'black', colour: ink } as const
    const title = titleBlock({ text: brief.title, x: MARGIN, y: MARGIN, from: 'top', ...room, ...look })
    const line = { x: MARGIN + 88, y: foot - 52, width: width - 88, colour: ink }
    return title.drawn + svg.rect(MARGIN, foot - 62, 64, 6, accent) + captionLine(sheet, brief.caption, line)
  },
}
