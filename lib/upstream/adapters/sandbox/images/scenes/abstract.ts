import { mixColours } from '../colour/oklch'
import { ridgePath, softRidge } from '../drawing/ridge'
import type { Stage } from '../drawing/stage'
import { round, svg } from '../drawing/svg'
import type { DrawScene } from './scene'
import { tiles } from './tiles'

/** No thing at all: a composition of bare shapes. */
export const abstract: DrawScene = (stage) => {
  const { width, height, random } = stage
  const [drawn, isDark] = random.pick([tiles, strata, circles, suprematist, arcs] as const)(stage)
  return {
    back: drawn,
    front: '',
    spot: { x: width / 2, y: height * 0.72, height: 420 },
    calmAbove: height * 0.08,
    inkAbove: !isDark,
    inkBelow: !isDark,
  }
}

/** The drawing, and whether type on it must be light. */
type Composition = (stage: Stage) => [string, boolean]

function colours({ palette }: Stage): readonly [string, ...string[]] {
  return [
    palette.accent,
    palette.second,
    palette.accent,
    palette.second,
    palette.near,
    palette.far,
    palette.light,
    mixColours(palette.accent, palette.near, 0.45),
  ]
}

/** Waves of colour laid over one another, like sediment. */
const strata: Composition = (stage) => {
  const { width, height, random, palette } = stage
  const count = 4 + stage.detail * 2
  let drawn = svg.rect(
    0,
    0,
    width,
    height,
    stage.linear([
      [0, palette.light],
      [1, palette.accent],
    ]),
  )
  for (let at = 0; at < count; at++) {
    const share = at / (count - 1)
    const line = softRidge(random, {
      width,
      y: height * (0.24 + share * 0.68),
      amplitude: height * 0.1,
      roughness: 0,
    })
    const colour =
      at % 3 === 1
        ? mixColours(palette.second, palette.near, share * 0.6)
        : mixColours(palette.accent, palette.near, share)
    const d = ridgePath(line, height, true)
    drawn += svg.path(
      d,
      stage.linear([
        [0, mixColours(colour, palette.light, 0.2)],
        [1, colour],
      ]),
    )
    if (stage.detail > 1) drawn += svg.line(ridgePath(line, height + 60, true), palette.paper, 2, 0.3)
  }
  return [drawn, true]
}

/** Large discs and half discs, seen through each other. */
const circles: Composition = (stage) => {
  const { width, height, random, palette } = stage
  let drawn = svg.rect(0, 0, width, height, palette.paper)
  const count = 4 + stage.detail
  for (let at = 0; at < count; at++) {
    const radius = 340 * (1 - at / (count + 3)) * random.between(0.7, 1.05)
    const x = width * random.between(0.18, 0.82)
    const y = height * random.between(0.2, 0.8)
    const colour = random.pick(colours(stage))
    const kind = random.whole(0, 3)
    if (kind === 0) drawn += svg.ring(x, y, radius * 0.8, colour, radius * 0.22, 0.92)
    else if (kind === 1)
      drawn += svg.group(
        `rotate(${random.pick([0, 45, 90, 135, 180] as const)} ${round(x)} ${round(y)})`,
        svg.path(
          `M${round(x - radius)} ${round(y)}a${round(radius)} ${round(radius)} 0 0 1 ${round(radius * 2)} 0Z`,
          colour,
          0.92,
        ),
      )
    else
      drawn += svg.circle(
        x,
        y,
        radius,
        stage.linear(
          [
            [0, colour],
            [1, mixColours(colour, palette.light, 0.5)],
          ],
          random.whole(0, 180),
        ),
        0.88,
      )
  }
  if (stage.detail > 1)
    drawn +=
      svg.line(
        `M${round(width * 0.08)} ${round(height * random.between(0.2, 0.8))}H${round(width * 0.92)}`,
        palette.ink,
        4,
      ) + svg.circle(width * random.between(0.2, 0.8), height * random.between(0.2, 0.8), 34, palette.ink)
  return [drawn, false]
}

/** Bars, squares and discs that fly along one diagonal. */
const suprematist: Composition = (stage) => {
  const { width, height, random, palette } = stage
  const tilt = random.pick([-34, -24, 28, 38] as const)
  let flying =
    svg.circle(width * 0.34, height * 0.34, 190, palette.accent) +
    svg.rect(width * 0.3, height * 0.44, 620, 84, palette.ink)
  for (let at = 0; at < 5 + stage.detail * 5; at++) {
    const colour = random.pick([...colours(stage), palette.ink] as const)
    const x = width * random.between(0.05, 0.85)
    const y = height * random.between(0.12, 0.85)
    const long = random.between(40, 380)
    const thick = random.pick([5, 12, 28, 60] as const)
    flying += random.chance(0.75)
      ? svg.rect(x, y, long, thick, colour)
      : svg.circle(x, y, random.between(14, 70), colour)
  }
  return [
    svg.rect(0, 0, width, height, palette.paper) +
      svg.group(`rotate(${tilt} ${round(width / 2)} ${round(height / 2)})`, flying),
    false,
  ]
}

/** Rainbows of rings that grow out of the corners. */
const arcs: Composition = (stage) => {
  const { width, height, random, palette } = stage
  const ground = mixColours(palette.near, palette.ink, 0.4)
  let drawn = svg.rect(0, 0, width, height, ground)
  const centres = [
    [0, height],
    [width, 0],
    [width * 0.5, height * 1.05],
    [width, height * 0.62],
    [0, height * 0.3],
  ] as const
  for (const [x, y] of centres.slice(0, stage.detail + 2)) {
    const rings = 4 + stage.detail
    const reach = random.between(330, 560)
    for (let at = 0; at < rings; at++)
      drawn += svg.circle(
        x,
        y,
        reach * (1 - at / rings),
        colours(stage)[(at * 2 + Math.round(x)) % 5] ?? palette.accent,
      )
    drawn += svg.circle(x, y, reach / rings / 2, palette.light)
  }
  return [drawn, true]
}
