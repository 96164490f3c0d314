import { isLight } from '../colour/is-light'
import { mixColours } from '../colour/oklch'
import { ridgePath, softRidge } from '../drawing/ridge'
import type { Stage } from '../drawing/stage'
import { round, svg } from '../drawing/svg'
import { drawSky } from './draw-sky'
import type { DrawScene } from './scene'

/** The sea from the sand: foam lines, palms that lean in from one side. */
export const beach: DrawScene = (stage, { hour }) => {
  const { width, height, random, palette } = stage
  const horizon = height * random.between(0.46, 0.52)
  const shore = softRidge(random, { width, y: height * 0.72, amplitude: height * 0.03, roughness: 0 })
  const sand = mixColours(palette.paper, palette.accent, 0.22)
  const water = stage.linear([
    [0, stage.layer(0.28)],
    [0.7, stage.layer(0.12)],
    [1, mixColours(palette.far, palette.paper, 0.45)],
  ])
  const side = random.chance(0.5) ? 1 : -1
  return {
    back:
      drawSky(stage, { hour, horizon }) +
      svg.rect(0, horizon, width, height - horizon, water) +
      ripples(stage, horizon) +
      svg.path(
        ridgePath(raised(shore, 26), height, true),
        mixColours(palette.far, palette.paper, 0.75),
        0.7,
      ) +
      svg.path(ridgePath(raised(shore, 9), height, true), palette.paper) +
      svg.path(
        ridgePath(shore, height, true),
        stage.linear([
          [0, mixColours(sand, palette.near, 0.14)],
          [0.25, sand],
          [1, mixColours(sand, palette.near, 0.2)],
        ]),
      ) +
      speckles(stage, sand),
    front: palms(stage, side),
    spot: { x: width / 2 + side * width * 0.06, y: height * 0.86, height: 300 },
    calmAbove: horizon * 0.5,
    inkAbove: isLight(palette.sky[0]),
    inkBelow: true,
  }
}

function raised(line: ReturnType<typeof softRidge>, by: number): ReturnType<typeof softRidge> {
  return line.map(([x, y], at) => [x, y - by + (at % 2) * 5])
}

function ripples(stage: Stage, horizon: number): string {
  const random = stage.random.fork('ripples')
  let drawn = ''
  for (let at = 0; at < stage.detail * 16; at++) {
    const share = random.next()
    drawn += svg.rect(
      random.between(-0.05, 1) * stage.width,
      horizon + 8 + share * stage.height * 0.2,
      40 + share * 90,
      3 + share * 3,
      stage.palette.paper,
      0.35,
      2,
    )
  }
  return drawn
}

function speckles(stage: Stage, sand: string): string {
  const random = stage.random.fork('sand')
  const { width, height, palette } = stage
  let drawn = ''
  for (let at = 0; at < stage.detail * 40; at++)
    drawn += svg.circle(
      random.next() * width,
      height * random.between(0.78, 1),
      random.between(1.2, 3),
      mixColours(sand, palette.near, 0.3),
      0.6,
    )
  return drawn
}

function palms(stage: Stage, side: number): string {
  const { width, height, random } = stage
  return [0.96, 0.8]
    .slice(0, stage.detail === 1 ? 1 : 2)
    .map((share, rank) => {
      const x = width / 2 - side * width * 0.5 * share
      const high = height * random.between(0.5, 0.62) * (1 - rank * 0.22)
      return palm(stage, x, height * 0.98, high, side * random.between(90, 180), stage.layer(1 - rank * 0.12))
    })
    .join('')
}

function palm(stage: Stage, x: number, y: number, high: number, lean: number, colour: string): string {
  const top = { x: x + lean, y: y - high }
  const trunk = `M${round(x - 15)} ${round(y)}Q${round(x - 6)} ${round(y - high * 0.6)} ${round(top.x - 6)} ${round(top.y)}h12Q${round(x + 14)} ${round(y - high * 0.6)} ${round(x + 17)} ${round(y)}Z`
  const turns = [-168, -138, -104, -70, -38, -8, 20, 164]
  const fronds = turns.map((turn) =>
    svg.group(
      `translate(${round(top.x)} ${round(top.y)}) rotate(${turn + stage.random.whole(-8, 8)})`,
      frond(turn < -90 || turn > 90 ? 1 : -1, colour),
    ),
  )
  return svg.path(trunk, colour) + fronds.join('')
}

/** Toothed below, so that it reads as a palm's even as a shadow. */
function frond(side: number, colour: string): string {
  const teeth = Array.from({ length: 8 }, (_, at) => {
    const x = 186 - at * 22
    const rib = side * (18 - 74 * (x / 210) * (1 - x / 210))
    return `L${x} ${round(rib + side * (30 - at * 2))}L${x - 8} ${round(rib + side * 4)}`
  })
  return svg.path(`M0 0Q90 ${side * -58} 210 ${side * 22}${teeth.join('')}Z`, colour)
}
