import type { Brief } from '../brief/brief'
import { SHORT_SIDE, Stage } from '../drawing/stage'
import { round, svg } from '../drawing/svg'
import { sandboxLabel } from '../lettering/sandbox-label'
import type { Sheet } from '../lettering/sheet'
import { titleBlock } from '../lettering/title-block'
import { motifs } from '../motifs/motifs'
import type { Random } from '../random-of'
import { scenes } from '../scenes/scenes'
import { choosePalette } from './choose-palette'
import { chooseScene } from './choose-scene'
import type { Composed } from './composed'
import { placeSubjects } from './place-subjects'

/** A picture without a ground: the subjects cut out with a paper edge, or the setting as a round badge. */
export function drawSticker(brief: Brief, sheet: Sheet, random: Random, detail: 1 | 2 | 3): Composed {
  const scene =
    brief.subjects.length > 0 && brief.scene === null
      ? 'plain'
      : chooseScene(brief, random.fork('scene choice'))
  const { palette } = choosePalette(brief, scene, random.fork('palette'))
  const stage = new Stage(sheet.width, sheet.height, palette, random.fork('scene'), detail)
  const isBadge = brief.subjects.length === 0 || brief.scene !== null
  const art = isBadge ? badge(stage, brief, random) : cutOut(stage, brief)
  const foot = isBadge ? sheet.height / 2 + SHORT_SIDE * 0.35 : sheet.height / 2 + SHORT_SIDE * 0.33
  const title = titleBlock({
    text: brief.title,
    x: sheet.width / 2,
    y: foot,
    from: 'top',
    width: sheet.width * 0.82,
    height: 120,
    face: 'black',
    colour: palette.ink,
    largest: 62,
    mostLines: 2,
    anchor: 'middle',
  })
  const letters = edged(title.drawn, palette.paper, 16) + title.drawn + sandboxLabel(sheet, palette)
  return { art: stage.defs + art, letters: stage.defs + letters, palette }
}

function cutOut(stage: Stage, brief: Brief): string {
  const { width, height, palette } = stage
  const widest = Math.max(
    ...brief.subjects.map(({ motif, count }) => motifs[motif].width * (count > 1 ? 1.8 : 1)),
  )
  const side = Math.min(width, height)
  const tall = Math.min(side * 0.62, ((width * 0.72) / widest) * 100) * (brief.subjects.length > 1 ? 0.8 : 1)
  const spot = {
    x: width / 2 - (brief.subjects.length > 1 ? width * 0.1 : 0),
    y: height / 2 + side * 0.26,
    height: tall,
  }
  const drawn = placeSubjects(stage, brief.subjects, spot, 'space')
  return edged(drawn, palette.paper, 9) + drawn
}

/** The setting inside a disc, with its subject. */
function badge(stage: Stage, brief: Brief, random: Random): string {
  const { width, height, palette } = stage
  const radius = Math.min(width, height) * 0.4
  const [x, y] = [width / 2, height / 2 - Math.min(width, height) * 0.06]
  const name = chooseScene(brief, random.fork('scene choice'))
  const { palette: colours, hour } = choosePalette(brief, name, random.fork('palette'))
  const inner = new Stage(1000, 1000, colours, random.fork('scene'), stage.detail)
  const scene = scenes[name](inner, { hour, hasSubject: brief.subjects.length > 0 })
  const picture = scene.back + placeSubjects(inner, brief.subjects, scene.spot, name) + scene.front
  const scaled = svg.group(
    `translate(${round(x - radius)} ${round(y - radius)}) scale(${Math.round(radius * 2) / 1000})`,
    picture,
  )
  const clipped = stage.clip(`<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}"/>`, scaled)
  return (
    inner.defs.replaceAll('id="d', 'id="i') +
    svg.circle(x, y, radius + 16, palette.paper) +
    clipped.replaceAll('url(#d', 'url(#i').replace('url(#i', 'url(#d') +
    svg.ring(x, y, radius, palette.ink, 8)
  )
}

/** The same drawing with a broad outline, to lie beneath it. */
function edged(drawn: string, colour: string, width: number): string {
  return `<g stroke="${colour}" stroke-width="${width}" stroke-linejoin="round" fill="${colour}">${drawn}</g>`
}
