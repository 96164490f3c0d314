import { isLight } from '../colour/is-light'
import { mixColours } from '../colour/oklch'
import type { Stage } from '../drawing/stage'
import { round, svg } from '../drawing/svg'
import { drawSky } from './draw-sky'
import type { DrawScene } from './scene'

type Row = { floor: number; tallest: number; tone: number; windows: number }

/** A skyline in three rows, windows lit by the hour, and the water that doubles it. */
export const city: DrawScene = (stage, { hour }) => {
  const { width, height, random, palette } = stage
  const quay = height * random.between(0.76, 0.82)
  const isDark = hour === 'night' || hour === 'dusk' || hour === 'sunset'
  const radius = random.between(90, 150)
  const disc = {
    x: width * random.pick([0.3, 0.5, 0.7] as const),
    y: height * random.between(0.26, 0.4),
    radius,
  }
  const rows: Row[] = [
    { floor: quay, tallest: height * 0.42, tone: 0.06, windows: 0 },
    { floor: quay, tallest: height * 0.36, tone: 0.36, windows: isDark ? 0.3 : 0.18 },
    { floor: quay, tallest: height * 0.24, tone: 0.78, windows: isDark ? 0.5 : 0.25 },
  ]
  const skyline = rows
    .slice(stage.detail === 1 ? 1 : 0)
    .map((row) => buildings(stage, row))
    .join('')
  const water = stage.linear([
    [0, stage.layer(0.55)],
    [1, stage.layer(1)],
  ])
  return {
    back:
      drawSky(stage, { hour, horizon: quay, disc }) +
      skyline +
      svg.rect(0, quay, width, height - quay, water) +
      reflections(stage, quay) +
      svg.rect(0, quay - 3, width, 7, mixColours(palette.near, palette.accent, 0.35)),
    front: '',
    spot: { x: width * 0.5, y: quay + (height - quay) * 0.55, height: 260 },
    calmAbove: height * 0.2,
    inkAbove: isLight(palette.sky[0]),
    inkBelow: false,
  }
}

function buildings(stage: Stage, row: Row): string {
  const random = stage.random.fork(`row ${row.tone}`)
  let drawn = ''
  for (let x = -20; x < stage.width; ) {
    const wide = random.between(46, 104)
    const middle = 1 - Math.abs((x + wide / 2) / stage.width - 0.5) * 0.9
    const high = row.tallest * random.between(0.38, 1) * middle
    drawn += building(stage, row, x, wide, high)
    x += wide + random.between(-6, 10)
  }
  return drawn
}

function building(stage: Stage, row: Row, x: number, wide: number, high: number): string {
  const { random, palette } = stage
  const y = row.floor - high
  const tone = stage.layer(row.tone + random.between(-0.04, 0.06))
  const fill = stage.linear([
    [0, tone],
    [1, mixColours(tone, palette.sky[2], 0.3 * (1 - row.tone))],
  ])
  const middle = x + wide / 2
  const roofs = [
    '',
    svg.rect(middle - 2, y - high * 0.2, 4, high * 0.2, tone),
    svg.polygon(
      [
        [x, y + 1],
        [middle, y - wide * 0.5],
        [x + wide, y + 1],
      ],
      tone,
    ),
    svg.polygon(
      [
        [x, y + 1],
        [x, y - wide * 0.42],
        [x + wide, y + 1],
      ],
      tone,
    ),
    svg.rect(x + wide * 0.22, y - high * 0.09, wide * 0.56, high * 0.1, tone) +
      svg.rect(middle - 2, y - high * 0.2, 4, high * 0.12, tone),
    svg.path(
      `M${round(x)} ${round(y + 1)}a${round(wide / 2)} ${round(wide / 2)} 0 0 1 ${round(wide)} 0Z`,
      tone,
    ),
  ] as const
  return random.pick(roofs) + svg.rect(x, y, wide, high, fill) + windows(stage, row, x, y, wide, high)
}

function windows(
  stage: Stage,
  { windows: share }: Row,
  x: number,
  y: number,
  wide: number,
  high: number,
): string {
  if (share === 0) return ''
  const { random, palette } = stage
  const step = stage.detail === 3 ? 15 : stage.detail === 2 ? 19 : 27
  const size = step * 0.5
  const columns = Math.floor((wide - 12) / step)
  const margin = (wide - columns * step + (step - size)) / 2
  let lit = ''
  let warm = ''
  for (let row = 0; row < (high - 16) / step; row++)
    for (let column = 0; column < columns; column++) {
      if (!random.chance(share)) continue
      const d = `M${round(x + margin + column * step)} ${round(y + 12 + row * step)}h${round(size)}v${round(size * 1.2)}h${round(-size)}z`
      if (random.chance(0.25)) warm += d
      else lit += d
    }
  return svg.path(lit, palette.light, 0.85) + svg.path(warm, palette.second, 0.9)
}

function reflections(stage: Stage, quay: number): string {
  const random = stage.random.fork('reflections')
  const { width, height, palette } = stage
  let drawn = ''
  for (let at = 0; at < 20 + stage.detail * 24; at++) {
    const y = quay + 10 + random.next() ** 1.6 * (height - quay)
    const wide = random.between(16, 90)
    const colour = random.chance(0.3) ? palette.second : palette.light
    drawn += svg.rect(random.between(0, width), y, wide, 3, colour, random.between(0.1, 0.42), 1.5)
  }
  return drawn
}
