import { mixColours } from '../colour/oklch'
import type { Stage } from '../drawing/stage'
import { round, svg } from '../drawing/svg'
import type { DrawScene } from './scene'

/** A poster's bare ground for one thing: a disc, an arch, rays, bands or dots behind it, a floor under it. */
export const plain: DrawScene = (stage) => {
  const { width, height, random, palette } = stage
  const ground = random.pick([
    palette.paper,
    mixColours(palette.sky[2], palette.paper, 0.4),
    mixColours(palette.far, palette.paper, 0.3),
    mixColours(palette.second, palette.paper, 0.55),
  ] as const)
  const floor = height * random.between(0.76, 0.8)
  const x = width / 2
  const y = floor - 250
  const figure = random.pick([disc, arch, rays, bands, dots] as const)
  const base = mixColours(palette.far, palette.near, 0.45)
  return {
    back:
      svg.rect(0, 0, width, height, ground) +
      figure({ stage, x, y, floor, ground }) +
      svg.rect(0, floor, width, height - floor, base) +
      svg.ellipse(x, floor + (height - floor) * 0.22, 260, 26, palette.ink, 0.25),
    front: '',
    spot: { x, y: floor + (height - floor) * 0.22, height: 430 },
    calmAbove: height * 0.14,
    inkAbove: true,
    inkBelow: false,
  }
}

type Place = { stage: Stage; x: number; y: number; floor: number; ground: string }
type Figure = (place: Place) => string

const disc: Figure = ({ stage, x, y }) => {
  const { accent, light, second } = stage.palette
  return (
    svg.circle(
      x,
      y,
      330,
      stage.linear([
        [0, accent],
        [1, mixColours(accent, light, 0.6)],
      ]),
    ) + (stage.detail > 1 ? svg.ring(x, y, 366, accent, 5, 0.7) + svg.ring(x, y, 392, second, 2.5, 0.7) : '')
  )
}

const arch: Figure = ({ stage, x, y, floor }) => {
  const { palette } = stage
  const colours = [
    palette.accent,
    mixColours(palette.accent, palette.light, 0.45),
    palette.second,
    mixColours(palette.second, palette.paper, 0.55),
  ]
  return colours
    .slice(0, stage.detail + 1)
    .map((colour, at) => {
      const half = 350 - at * 66
      return svg.path(
        `M${round(x - half)} ${round(floor)}V${round(y)}a${half} ${half} 0 0 1 ${half * 2} 0V${round(floor)}Z`,
        colour,
      )
    })
    .join('')
}

const rays: Figure = ({ stage, x, y }) => {
  const { width, height, palette } = stage
  const reach = Math.hypot(width, height)
  const count = stage.detail * 8
  let d = ''
  for (let at = 0; at < count; at++) {
    const [from, to] = [at, at + 0.5].map((share) => (share / count) * 2 * Math.PI) as [number, number]
    d += `M${round(x)} ${round(y)}L${round(x + reach * Math.cos(from))} ${round(y + reach * Math.sin(from))}L${round(x + reach * Math.cos(to))} ${round(y + reach * Math.sin(to))}Z`
  }
  return (
    svg.path(d, palette.accent, 0.32) +
    svg.circle(x, y, 250, palette.light) +
    svg.ring(x, y, 272, palette.accent, 6)
  )
}

const bands: Figure = ({ stage, x, y, ground }) => {
  const { palette } = stage
  const whole = `<circle cx="${round(x)}" cy="${round(y)}" r="330"/>`
  let lines = svg.rect(
    x - 340,
    y - 340,
    680,
    680,
    stage.linear([
      [0, palette.light],
      [1, palette.accent],
    ]),
  )
  let stripes = ''
  const count = 4 + stage.detail * 2
  for (let at = 0; at < count; at++) {
    const thick = 6 + at * (34 / count)
    stripes += `M${round(x - 350)} ${round(y + 10 + at * (320 / count))}h700v${round(thick)}h-700z`
  }
  lines += svg.path(stripes, ground)
  return stage.clip(whole, lines)
}

const dots: Figure = ({ stage, x, y }) => {
  const { palette } = stage
  const step = stage.detail === 1 ? 60 : 40
  let drawn = ''
  for (let row = -9; row <= 9; row++)
    for (let column = -9; column <= 9; column++) {
      const away = Math.hypot(row, column) / 9
      if (away < 1)
        drawn += svg.circle(
          x + column * step,
          y + row * step,
          step * 0.46 * (1 - away * 0.82),
          away < 0.5 ? palette.accent : palette.second,
        )
    }
  return drawn
}
