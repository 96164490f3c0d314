import { titleBlock } from '../lettering/title-block'
import { footnote } from './footnote'
import { fullBleed } from './full-bleed'
import { keyWord } from './key-word'
import { type Layout, MARGIN } from './layout'

/** One word as wide as the sheet, behind whatever stands in front. */
export const hoarding: Layout = {
  ...fullBleed,
  behind({ stage, scene, brief }) {
    const { ink, paper } = stage.palette
    const place = { x: stage.width / 2, y: Math.max(MARGIN, scene.calmAbove * 0.42), from: 'top' } as const
    const room = { width: stage.width - 2 * MARGIN, height: 330, largest: 400, mostLines: 1 }
    const look = { face: 'black', colour: scene.inkAbove ? ink : paper, anchor: 'middle' } as const
    return titleBlock({ text: keyWord(brief).toUpperCase(), ...place, ...room, ...look }).drawn
  },
  letters: footnote,
}
