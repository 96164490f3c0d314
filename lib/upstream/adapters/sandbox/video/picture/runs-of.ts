import type { Runs } from './plane-image'

const EMPTY = 0
const MIXED = 1
const OPAQUE = 2

export function runsOf(opacity: Uint8Array | null, width: number, height: number, stride: number): Runs {
  const starts = new Int32Array(height + 1)
  const columns: number[] = []
  for (let row = 0; row < height; row++) {
    if (opacity === null) columns.push(0, width, 1)
    else pushRuns(columns, opacity, row * stride, Math.min(row + 1, height - 1) * stride, width)
    starts[row + 1] = columns.length
  }
  return { columns: Int32Array.from(columns), starts }
}

function pushRuns(columns: number[], opacity: Uint8Array, row: number, below: number, width: number): void {
  let from = 0
  let kind = EMPTY
  for (let x = 0; x <= width; x++) {
    const here = x === width ? EMPTY : kindAt(opacity, row + x, below + x)
    if (here === kind) continue
    if (kind !== EMPTY) columns.push(from, x, kind === OPAQUE ? 1 : 0)
    from = x
    kind = here
  }
}

function kindAt(opacity: Uint8Array, at: number, below: number): number {
  const a = opacity[at] ?? 0
  const b = opacity[at + 1] ?? 0
  const c = opacity[below] ?? 0
  const d = opacity[below + 1] ?? 0
  if (a + b + c + d === 0) return EMPTY
  return (a & b & c & d) === 255 ? OPAQUE : MIXED
}
