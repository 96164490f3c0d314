import { svg } from '../drawing/svg'
import { titleBlock } from '../lettering/title-block'
import type { Layout } from './layout'

const WIDTH = 138

/** A strip of paper down the left side, read from below. */
export const spine: Layout = {
  frame: (sheet) => ({ x: WIDTH, y: 0, width: sheet.width - WIDTH, height: sheet.height }),
  under: (sheet, { paper }) => svg.rect(0, 0, WIDTH + 2, sheet.height, paper),
  letters(sheet, { stage, brief }) {
    const { ink, accent } = stage.palette
    const room = { width: sheet.height - 230, height: 62, largest: 62, mostLines: 1 }
    const title = titleBlock({
      text: brief.title,
      x: 0,
      y: 0,
      from: 'top',
      ...room,
      face: 'black',
      colour: ink,
    })
    const [x, y] = [Math.round(WIDTH / 2 - title.height / 2), Math.round(sheet.height - 60)]
    const marks = svg.circle(WIDTH / 2, 74, 26, accent) + svg.rect(WIDTH / 2 - 12, 118, 24, 4, ink)
    return svg.group(`translate(${x} ${y}) rotate(-90)`, title.drawn) + marks
  },
}
