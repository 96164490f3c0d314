import type { Random } from '../random-of'
import { round } from './svg'

export type Line = (readonly [number, number])[]

type Ridge = {
  width: number
  /** The middle of the line. */
  y: number
  /** How far it leaves the middle. */
  amplitude: number
  /** 0 is smooth and long, 1 jagged. */
  roughness: number
}

/** The upper edge of a mountain range, from left to right: halved again and again, each half moved by less. */
export function jaggedRidge(random: Random, { width, y, amplitude, roughness }: Ridge): Line {
  let heights = [random.between(-1, 1), random.between(-0.6, 1), random.between(-1, 1)]
  let reach = 0.9
  for (let step = 0; step < 5; step++) {
    reach *= 0.38 + 0.24 * roughness
    const finer: number[] = []
    for (let at = 0; at < heights.length - 1; at++) {
      const [left = 0, right = 0] = [heights[at], heights[at + 1]]
      finer.push(left, (left + right) / 2 + random.between(-reach, reach))
    }
    heights = [...finer, heights.at(-1) ?? 0]
  }
  const last = heights.length - 1
  return heights.map((height, at) => [(at / last) * width, y - height * amplitude])
}

/** The upper edge of hills or dunes: a few long waves. */
export function softRidge(random: Random, { width, y, amplitude, roughness }: Ridge): Line {
  const waves = [1, 2.1, 3.7].map((pace, rank) => ({
    pace: pace * random.between(0.8, 1.2) * (1 + roughness),
    phase: random.between(0, 2 * Math.PI),
    reach: 1 / (1 + rank * 1.4),
  }))
  const steps = Math.max(10, Math.round(width / 60))
  return Array.from({ length: steps + 1 }, (_, at) => {
    const share = at / steps
    const height = waves.reduce(
      (sum, { pace, phase, reach }) => sum + reach * Math.sin(share * pace * Math.PI + phase),
      0,
    )
    return [share * width, y - (height / 1.6) * amplitude]
  })
}

/** The outline from the ridge down to the floor. */
export function ridgePath(line: Line, floor: number, isSmooth: boolean): string {
  const [first = [0, 0], ...rest] = line
  const edge = isSmooth ? smoothSegments(line) : rest.map(([x, y]) => `L${round(x)} ${round(y)}`).join('')
  const right = line.at(-1)?.[0] ?? 0
  return `M${round(first[0])} ${round(first[1])}${edge}L${round(right)} ${round(floor)}L${round(first[0])} ${round(floor)}Z`
}

/** A curve through all points, bending evenly at each. */
function smoothSegments(line: Line): string {
  let d = ''
  for (let at = 0; at < line.length - 1; at++) {
    const [x0, y0] = line[at - 1] ?? line[at] ?? [0, 0]
    const [x1, y1] = line[at] ?? [0, 0]
    const [x2, y2] = line[at + 1] ?? [0, 0]
    const [x3, y3] = line[at + 2] ?? [x2, y2]
    d += `C${round(x1 + (x2 - x0) / 6)} ${round(y1 + (y2 - y0) / 6)} ${round(x2 - (x3 - x1) / 6)} ${round(y2 - (y3 - y1) / 6)} ${round(x2)} ${round(y2)}`
  }
  return d
}

/** The ridge's height at some x. */
export function heightAt(line: Line, x: number): number {
  const after = Math.max(
    1,
    line.findIndex(([at]) => at >= x),
  )
  const [x1, y1] = line[after - 1] ?? [0, 0]
  const [x2, y2] = line[after] ?? [x1 + 1, y1]
  return x2 === x1 ? y1 : y1 + ((y2 - y1) * (x - x1)) / (x2 - x1)
}
