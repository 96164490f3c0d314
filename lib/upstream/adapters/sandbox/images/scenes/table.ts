import { adjustColour } from '../colour/adjust-colour'
import { mixColours } from '../colour/oklch'
import type { Stage } from '../drawing/stage'
import { round, svg } from '../drawing/svg'
import type { DrawScene } from './scene'

/** A table top before a wall: the light of a window falls across, an arch or a disc behind the things. */
export const table: DrawScene = (stage) => {
  const { width, height, random, palette } = stage
  const edge = height * random.between(0.68, 0.73)
  const wall = mixColours(palette.sky[1], palette.paper, 0.25)
  const wallFill = stage.linear([
    [0, adjustColour(wall, { lighter: 0.03 })],
    [1, mixColours(wall, palette.far, 0.22)],
  ])
  const x = width * random.pick([0.44, 0.5, 0.56] as const)
  const cloth = mixColours(palette.far, palette.accent, 0.28)
  const cover = stage.linear([
    [0, adjustColour(cloth, { lighter: 0.06 })],
    [1, mixColours(cloth, palette.near, 0.4)],
  ])
  return {
    back:
      svg.rect(0, 0, width, height, wallFill) +
      backdrop(stage, x, edge) +
      windowLight(stage, edge) +
      svg.rect(0, edge, width, height - edge, cover) +
      svg.rect(0, edge, width, 5, adjustColour(cloth, { lighter: 0.14 }), 0.8) +
      checks(stage, edge),
    front: '',
    spot: { x, y: edge + (height - edge) * 0.34, height: 400 },
    calmAbove: height * 0.16,
    inkAbove: true,
    inkBelow: false,
  }
}

function backdrop(stage: Stage, x: number, edge: number): string {
  const { palette, random } = stage
  const colour = random.pick([palette.second, palette.accent, palette.far] as const)
  const half = random.between(230, 290)
  const fill = stage.linear([
    [0, mixColours(colour, palette.paper, 0.12)],
    [1, mixColours(colour, palette.paper, 0.45)],
  ])
  if (random.chance(0.5)) {
    const top = edge - half * 1.9
    return svg.path(
      `M${round(x - half)} ${round(edge)}V${round(top + half)}A${round(half)} ${round(half)} 0 0 1 ${round(x + half)} ${round(top + half)}V${round(edge)}Z`,
      fill,
    )
  }
  return svg.circle(x, edge - half * 0.95, half * 1.1, fill)
}

/** Four panes of light, askew. */
function windowLight(stage: Stage, edge: number): string {
  if (stage.detail === 1) return ''
  const { width, palette, random } = stage
  const left = width * random.between(0.04, 0.5)
  const top = edge * random.between(0.08, 0.22)
  let drawn = ''
  for (const [column, row] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const) {
    const x = left + column * 178 + row * 70
    const y = top + row * 226 + column * 40
    drawn += svg.polygon(
      [
        [x, y],
        [x + 160, y + 36],
        [x + 226, y + 246],
        [x + 66, y + 210],
      ],
      palette.light,
      0.32,
    )
  }
  return drawn
}

function checks(stage: Stage, edge: number): string {
  const { width, height, palette, random } = stage
  if (stage.detail === 1 || random.chance(0.5)) return ''
  let d = ''
  for (let at = -10; at <= 10; at++)
    d += `M${round(width / 2 + at * 92)} ${round(edge)}L${round(width / 2 + at * 190)} ${round(height)}`
  for (const share of [0.18, 0.42, 0.74]) d += `M0 ${round(edge + (height - edge) * share)}H${width}`
  return svg.line(d, palette.paper, 9, 0.2)
}
