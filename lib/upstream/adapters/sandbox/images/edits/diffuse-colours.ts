import type { Raster } from '../styles/raster'

/** Red, green, blue times weight, and the weight: four numbers a pixel. */
type Level = { width: number; height: number; sums: Float64Array }

/**
 * Gives clear pixels the colours of those around them, the nearer the more: averages of two by two pixels, of those
 * again, up to one; and back down, each clear pixel taking what its larger one knows. Meant for small pictures.
 */
export function diffuseColours(raster: Raster): Raster {
  const levels: Level[] = [weighted(raster)]
  for (let level = levels[0]; level !== undefined && level.width * level.height > 1; ) {
    level = halved(level)
    levels.push(level)
  }
  for (let at = levels.length - 2; at >= 0; at--) {
    const [finer, coarser] = [levels[at], levels[at + 1]]
    if (finer !== undefined && coarser !== undefined) pullDown(finer, coarser)
  }
  const [finest] = levels
  return {
    ...raster,
    pixels: Buffer.from(Array.from(finest?.sums ?? [], (sum, at) => (at % 4 === 3 ? 255 : sum))),
  }
}

function weighted({ width, height, pixels }: Raster): Level {
  const sums = new Float64Array(width * height * 4)
  for (let at = 0; at < sums.length; at += 4) {
    // A pixel at the hole's edge is dark from it, and counts for nothing.
    const weight = (pixels[at + 3] ?? 0) > 250 ? 1 : 0
    for (let channel = 0; channel < 3; channel++) sums[at + channel] = (pixels[at + channel] ?? 0) * weight
    sums[at + 3] = weight
  }
  return { width, height, sums }
}

function halved({ width, height, sums }: Level): Level {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
  const result = new Float64Array(half.width * half.height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const to = ((y >> 1) * half.width + (x >> 1)) * 4
      const from = (y * width + x) * 4
      for (let channel = 0; channel < 4; channel++)
        result[to + channel] = (result[to + channel] ?? 0) + (sums[from + channel] ?? 0)
    }
  for (let at = 0; at < result.length; at += 4) limitWeight(result, at)
  return { ...half, sums: result }
}

/** A mean counts no more than one pixel does. */
function limitWeight(sums: Float64Array, at: number): void {
  const weight = sums[at + 3] ?? 0
  if (weight <= 1) return
  for (let channel = 0; channel < 4; channel++) sums[at + channel] = (sums[at + channel] ?? 0) / weight
}

/** Clear pixels take what lies under them in the coarser level, mixed from its four nearest, so that no blocks show. */
function pullDown(finer: Level, coarser: Level): void {
  for (let y = 0; y < finer.height; y++)
    for (let x = 0; x < finer.width; x++) {
      const at = (y * finer.width + x) * 4
      const missing = 1 - (finer.sums[at + 3] ?? 0)
      if (missing <= 0) continue
      const colour = sample(coarser, x / 2 - 0.25, y / 2 - 0.25)
      for (let channel = 0; channel < 4; channel++)
        finer.sums[at + channel] = (finer.sums[at + channel] ?? 0) + (colour[channel] ?? 0) * missing
    }
}

function sample({ width, height, sums }: Level, x: number, y: number): number[] {
  const result = [0, 0, 0, 0]
  for (const [column, across] of pair(x, width))
    for (const [row, down] of pair(y, height)) {
      const from = (row * width + column) * 4
      for (let channel = 0; channel < 4; channel++)
        result[channel] = (result[channel] ?? 0) + (sums[from + channel] ?? 0) * across * down
    }
  return result
}

/** The two places between which a value lies, and the share of each. */
function pair(value: number, length: number): [place: number, share: number][] {
  const low = Math.floor(value)
  const within = (place: number) => Math.min(length - 1, Math.max(0, place))
  return [
    [within(low), 1 - (value - low)],
    [within(low + 1), value - low],
  ]
}
