import { isLight } from '../colour/is-light'
import { mixColours } from '../colour/oklch'
import { jaggedRidge, ridgePath } from '../drawing/ridge'
import type { Stage } from '../drawing/stage'
import { round, svg } from '../drawing/svg'
import { drawSky } from './draw-sky'
import { pines } from './pines'
import type { DrawScene } from './scene'
import { snowPeak } from './snow-peak'

/** Still water between mountains, which it doubles. */
export const lake: DrawScene = (stage, { hour }) => {
  const { width, height, random, palette } = stage
  const shore = height * random.between(0.58, 0.63)
  const radius = random.between(60, 100)
  const disc = { x: width * random.pick([0.26, 0.74] as const), y: shore * random.between(0.34, 0.5), radius }
  const land = drawLand(stage, shore)
  const water = stage.linear([
    [0, mixColours(palette.sky[2], palette.far, 0.25)],
    [1, mixColours(palette.sky[0], palette.near, 0.45)],
  ])
  const mirrored = svg.group(`translate(0 ${round(shore * 2)}) scale(1 -1)`, land, 0.34)
  const veil = stage.linear([
    [0, mixColours(palette.sky[2], palette.far, 0.3), 0],
    [1, palette.near, 0.5],
  ])
  const bank = [
    [0, height * 0.97],
    [width * 0.24, height * 0.93],
    [width * 0.6, height * 0.985],
    [width, height * 0.95],
  ] as const
  return {
    back:
      drawSky(stage, { hour, horizon: shore, disc }) +
      land +
      stage.clip(
        `<rect x="0" y="${round(shore)}" width="${round(width)}" height="${round(height - shore)}"/>`,
        svg.rect(0, shore, width, height, water) + mirrored + svg.rect(0, shore, width, height - shore, veil),
      ) +
      svg.rect(0, shore - 2, width, 4, palette.light, 0.5) +
      glints(stage, shore, disc.x),
    front:
      svg.path(ridgePath([...bank], height + 5, true), stage.layer(1)) +
      (stage.detail > 1 ? reeds(stage) : ''),
    spot: {
      x: width - disc.x + (disc.x > width / 2 ? width * 0.14 : -width * 0.14),
      y: shore + (height - shore) * 0.42,
      height: 310,
    },
    calmAbove: shore * 0.42,
    inkAbove: isLight(palette.sky[0]),
    inkBelow: false,
  }
}

function drawLand(stage: Stage, shore: number): string {
  const { width, height, random } = stage
  const ranges = [0.06, 0.26, 0.5].slice(0, stage.detail + 1).map((tone, rank) => {
    const line = jaggedRidge(random, {
      width,
      y: shore - height * (0.12 - rank * 0.035),
      amplitude: height * (0.11 - rank * 0.03),
      roughness: 0.35,
    })
    const fill = stage.linear([
      [0, stage.layer(tone)],
      [1, mixColours(stage.layer(tone), stage.palette.sky[2], 0.4)],
    ])
    return svg.path(ridgePath(line, shore, false), fill)
  })
  const bank: [number, number][] = [
    [0, shore - 6],
    [width * 0.3, shore - 12],
    [width * 0.7, shore - 5],
    [width, shore - 12],
  ]
  return (
    snowPeak(stage, shore) +
    ranges.join('') +
    pines(stage, bank, { free: null, tall: 84, tone: 0.72 }) +
    svg.path(ridgePath(bank, shore, true), stage.layer(0.75))
  )
}

function glints(stage: Stage, shore: number, x: number): string {
  const { width, height, palette } = stage
  const random = stage.random.fork('glints')
  let drawn = ''
  for (let at = 0; at < stage.detail * 16; at++) {
    const share = random.next()
    const y = shore + 8 + share ** 1.3 * (height - shore) * 0.85
    const wide = random.between(24, 130) * (0.5 + share)
    const near = random.chance(0.5) ? x + random.between(-0.12, 0.12) * width : random.next() * width
    drawn += svg.rect(near - wide / 2, y, wide, 2 + share * 3, palette.light, random.between(0.2, 0.6), 2)
  }
  return drawn
}

function reeds(stage: Stage): string {
  const random = stage.random.fork('reeds')
  const { width, height } = stage
  let d = ''
  let heads = ''
  for (let at = 0; at < stage.detail * 12; at++) {
    const x = random.chance(0.5) ? random.between(0, 0.2) * width : random.between(0.86, 1) * width
    const high = random.between(60, 190)
    const lean = random.between(-26, 26)
    d += `M${round(x)} ${round(height)}q${round(lean * 0.3)} ${round(-high * 0.6)} ${round(lean)} ${round(-high)}`
    if (random.chance(0.4)) heads += svg.ellipse(x + lean, height - high, 5, 17, stage.layer(1))
  }
  return svg.line(d, stage.layer(1), 3.6) + heads
}
