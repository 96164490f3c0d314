import { svg } from '../drawing/svg'
import type { Face } from '../lettering/open-face'
import { titleBlock } from '../lettering/title-block'
import { footnote } from './footnote'
import { fullBleed } from './full-bleed'
import { type Layout, MARGIN } from './layout'

/** The title in the sky of a full picture; `isSky`: more of the same may lie under it, so that no cloud crosses the words. */
export const highTitle = (face: Face, isSky: boolean): Layout => ({
  ...fullBleed,
  letters(sheet, given) {
    const { stage, scene, brief } = given
    const { ink, paper, sky } = stage.palette
    const height = Math.max(120, Math.min(scene.calmAbove - MARGIN * 0.6, 330))
    const width = Math.min(sheet.width - 2 * MARGIN, 1100)
    const look = { face, colour: scene.inkAbove ? ink : paper, largest: 112 }
    const title = titleBlock({ text: brief.title, x: MARGIN, y: MARGIN, from: 'top', width, height, ...look })
    const veil = stage.linear([
      [0, sky[0], 0.9],
      [0.6, sky[0], 0.55],
      [1, sky[0], 0],
    ])
    const tall = Math.min(sheet.height * 0.4, MARGIN + title.height * 1.6 + 60)
    const calm = title.height > 0 && isSky ? svg.rect(0, 0, sheet.width, tall, veil) : ''
    return calm + title.drawn + footnote(sheet, given)
  },
})
