/** Smooth noise between 0 and 1 over a line or a plane, the same for the same seed on every machine. */
export type Noise = {
  line(x: number): number
  plane(x: number, y: number): number
  /** Several octaves, each twice as fine and half as strong; still between 0 and 1. */
  lineOctaves(x: number, octaves: number): number
  planeOctaves(x: number, y: number, octaves: number): number
}

export function noiseOf(seed: number): Noise {
  const line = (x: number) => {
    const cell = Math.floor(x)
    const at = x - cell
    const bend = at * at * (3 - 2 * at)
    const here = cellValue(cell, 0, seed)
    return here + (cellValue(cell + 1, 0, seed) - here) * bend
  }
  const plane = (x: number, y: number) => {
    const column = Math.floor(x)
    const row = Math.floor(y)
    const across = x - column
    const down = y - row
    const bendX = across * across * (3 - 2 * across)
    const bendY = down * down * (3 - 2 * down)
    const upperLeft = cellValue(column, row, seed)
    const lowerLeft = cellValue(column, row + 1, seed)
    const upper = upperLeft + (cellValue(column + 1, row, seed) - upperLeft) * bendX
    const lower = lowerLeft + (cellValue(column + 1, row + 1, seed) - lowerLeft) * bendX
    return upper + (lower - upper) * bendY
  }
  return {
    line,
    plane,
    lineOctaves: (x, octaves) => sumOctaves((pace, shift) => line(x * pace + shift), octaves),
    planeOctaves: (x, y, octaves) =>
      sumOctaves((pace, shift) => plane(x * pace + shift, y * pace - shift), octaves),
  }
}

function sumOctaves(sample: (pace: number, shift: number) => number, octaves: number): number {
  let sum = 0
  let strength = 1
  let total = 0
  for (let octave = 0, pace = 1; octave < octaves; octave++, pace *= 2) {
    sum += sample(pace, octave * 17.31) * strength
    total += strength
    strength /= 2
  }
  return sum / total
}

function cellValue(column: number, row: number, seed: number): number {
  let mixed = (Math.imul(column, 0x27d4eb2d) ^ Math.imul(row, 0x165667b1) ^ seed) | 0
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296
}
