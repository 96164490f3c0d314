import { mixColours } from '../colour/oklch'
import type { Stage } from '../drawing/stage'
import { svg } from '../drawing/svg'

type Point = [number, number]

/** One high summit with a sunny and a shady side, snow down to a broken line. */
export function snowPeak(stage: Stage, floor: number): string {
  const { width, height, palette, random } = stage
  const x = width * random.pick([0.3, 0.42, 0.58, 0.7] as const)
  const top = height * random.between(0.2, 0.3)
  const reach = (floor - top) * random.between(0.85, 1.15)
  const left = slope(stage, [x, top], [x - reach, floor])
  const right = slope(stage, [x, top], [x + reach, floor])
  const spine = slope(stage, [x, top], [x + reach * 0.12, floor])
  const tone = stage.layer(0.04)
  const mist = mixColours(tone, palette.sky[2], 0.55)
  const lit = stage.linear([
    [0, mixColours(tone, palette.light, 0.28)],
    [1, mist],
  ])
  const shady = stage.linear([
    [0, stage.layer(0.3)],
    [0.85, mist],
  ])
  return (
    svg.polygon([...left, ...[...spine].reverse()], lit) +
    svg.polygon([...spine, ...[...right].reverse()], shady) +
    snow(stage, left, spine, palette.paper) +
    snow(stage, spine, right, mixColours(palette.paper, stage.layer(0.15), 0.4))
  )
}

function slope({ random }: Stage, [x1, y1]: Point, [x2, y2]: Point): Point[] {
  const steps = 9
  return Array.from({ length: steps + 1 }, (_, at) => {
    const share = at / steps
    const shake = at === 0 || at === steps ? 0 : random.between(-0.045, 0.045) * (y2 - y1)
    return [x1 + (x2 - x1) * share ** 1.12 + shake, y1 + (y2 - y1) * share]
  })
}

/** Between two slopes, from the summit to a zigzag. */
function snow({ random }: Stage, left: Point[], right: Point[], colour: string): string {
  const depth = 3
  const [from = [0, 0], to = [0, 0]] = [left[depth], right[depth]]
  const teeth = 5
  const edge = Array.from({ length: teeth }, (_, at): Point => {
    const share = (at + 0.5) / teeth
    const drop = (at % 2 === 0 ? 1 : -0.4) * random.between(12, 46)
    return [to[0] + (from[0] - to[0]) * share, to[1] + (from[1] - to[1]) * share + drop]
  })
  return svg.polygon(
    [...left.slice(0, depth + 1), ...edge.reverse(), ...right.slice(0, depth + 1).reverse()],
    colour,
  )
}
