import type { Stage } from '../drawing/stage'
import { round, svg } from '../drawing/svg'

/** A grid of quarter discs, half discs, leaves and dots, each tile turned its own way. Light type would not read on it. */
export function tiles(stage: Stage): [string, boolean] {
  const { width, height, random, palette } = stage
  const size = 1000 / (2 + stage.detail)
  const grounds = [
    palette.paper,
    palette.accent,
    palette.second,
    palette.near,
    palette.far,
    palette.light,
  ] as const
  let drawn = svg.rect(0, 0, width, height, palette.paper)
  for (let y = 0; y < height; y += size)
    for (let x = 0; x < width; x += size) {
      const ground = random.pick(grounds)
      const figure = random.pick(grounds.filter((one) => one !== ground) as [string, ...string[]])
      const third = random.pick([palette.ink, palette.light, palette.accent, palette.paper] as const)
      const turn = random.whole(0, 3) * 90
      const tile =
        svg.rect(-size / 2, -size / 2, size + 0.6, size + 0.6, ground) +
        shape(random.whole(0, 6), size / 2, figure, third)
      drawn += svg.group(`translate(${round(x + size / 2)} ${round(y + size / 2)}) rotate(${turn})`, tile)
    }
  return [drawn, false]
}

function shape(kind: number, half: number, colour: string, other: string): string {
  const whole = round(half * 2)
  const h = round(half)
  const quarter = svg.path(`M${-h} ${-h}h${whole}a${whole} ${whole} 0 0 1 ${-whole} ${whole}Z`, colour)
  if (kind === 0) return quarter + svg.path(`M${-h} ${-h}h${h}a${h} ${h} 0 0 1 ${-h} ${h}Z`, other)
  if (kind === 1)
    return (
      svg.path(`M${-h} ${-h}a${h} ${h} 0 0 0 ${whole} 0Z`, colour) +
      svg.path(`M${-h} ${h}a${h} ${h} 0 0 1 ${whole} 0Z`, other)
    )
  if (kind === 2)
    return svg.path(
      `M${-h} ${-h}a${whole} ${whole} 0 0 1 ${whole} ${whole}a${whole} ${whole} 0 0 1 ${-whole} ${-whole}Z`,
      colour,
    )
  if (kind === 3) return svg.circle(0, 0, half * 0.86, colour) + svg.circle(0, 0, half * 0.36, other)
  if (kind === 4)
    return svg.polygon(
      [
        [-half, -half],
        [half, -half],
        [-half, half],
      ],
      colour,
    )
  if (kind === 5)
    return [0, 1, 2, 3]
      .map((at) => svg.rect(-half, -half + at * half * 0.5, half * 2, half * 0.25, colour))
      .join('')
  return (
    svg.circle(-half / 2, -half / 2, half * 0.42, colour) +
    svg.circle(half / 2, half / 2, half * 0.42, colour) +
    svg.circle(half / 2, -half / 2, half * 0.2, other) +
    svg.circle(-half / 2, half / 2, half * 0.2, other)
  )
}
