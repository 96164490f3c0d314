import type { Plane } from './plane-image'
import { type Reach, readRow } from './read-row'

/** As wide as any frame. Rows are read into these before they are blended: one thread draws one film. */
const line = new Uint8Array(8192)
const cover = new Uint8Array(8192)

export type Blend = {
  /** Of 256. */
  level: number
  /** Of light, which is added: what counts as darkness. Null lays the picture over what is there. */
  floor: number | null
}

/** One row of a plane onto one row of a frame, which begins at `at` in the target and is `width` wide. */
export function blendRow(
  target: Uint8Array,
  at: number,
  width: number,
  plane: Plane,
  row: number,
  reach: Reach,
  { level, floor }: Blend,
): void {
  const { runs, samples, opacity } = plane
  const scale = 65536 / reach.step
  const { origin, limit } = reach
  const end = runs.starts[row + 1] ?? 0
  for (let run = runs.starts[row] ?? 0; run < end; run += 3) {
    const from = runs.columns[run] ?? 0
    const to = runs.columns[run + 1] ?? 0
    const first = Math.max(0, Math.ceil(origin + (from === 0 ? 0 : from + 0.5) * scale - 0.5))
    const last = Math.min(width, Math.ceil(origin + (to > limit ? to : to + 0.5) * scale - 0.5))
    if (first >= last) continue
    const isOpaque = opacity === null || runs.columns[run + 2] === 1
    if (isOpaque && level === 256 && floor === null) {
      readRow(target, at + first, first, last, samples, reach)
      continue
    }
    readRow(line, 0, first, last, samples, reach)
    if (isOpaque) cover.fill(255, 0, last - first)
    else readRow(cover, 0, first, last, opacity, reach)
    if (floor !== null) addLight(target, at + first, last - first, level, floor)
    else if (level === 256) lay(target, at + first, last - first)
    else layThin(target, at + first, last - first, level)
  }
}

function lay(target: Uint8Array, to: number, count: number): void {
  for (let x = 0; x < count; x++) {
    const alpha = cover[x] ?? 0
    target[to + x] = (line[x] ?? 0) + (((target[to + x] ?? 0) * (256 - alpha - (alpha >> 7)) + 128) >> 8)
  }
}

function layThin(target: Uint8Array, to: number, count: number, level: number): void {
  for (let x = 0; x < count; x++) {
    const alpha = cover[x] ?? 0
    const share = ((alpha + (alpha >> 7)) * level) >> 8
    target[to + x] = ((line[x] ?? 0) * level + (target[to + x] ?? 0) * (256 - share) + 128) >> 8
  }
}

function addLight(target: Uint8Array, to: number, count: number, level: number, floor: number): void {
  for (let x = 0; x < count; x++) {
    const alpha = cover[x] ?? 0
    if (alpha === 0) continue
    const sum = (target[to + x] ?? 0) + ((((line[x] ?? 0) - ((alpha * floor) >> 8)) * level) >> 8)
    target[to + x] = Math.max(0, Math.min(240, sum))
  }
}
