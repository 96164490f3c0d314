import { createSamples, type Samples } from './create-samples'

/** How a row of a picture is read for a row of a frame. Rows begin at multiples of four. */
export type Reach = {
  /** Where the two nearest rows begin in the samples, and how much of the lower one counts (of 256). */
  upper: number
  lower: number
  weight: number
  /** How far it is read on for each sample, 16.16. */
  step: number
  /** Where the row begins in the frame. */
  origin: number
  /** The last column. */
  limit: number
}

const UNSCALED = 65536
/** Every second byte of a word: the halves leave each product the room that it needs. */
const EVEN = 0x00ff00ff
const ODD = 0xff00ff00 | 0

/** Two rows made one. One thread draws one film, so one row is enough. */
const between = createSamples(16_384)

/** Writes what the frame's columns from `first` up to `last` show: the mean of the four nearest samples of each. */
export function readRow(
  into: Uint8Array,
  to: number,
  first: number,
  last: number,
  samples: Samples,
  { upper, lower, weight, step, origin, limit }: Reach,
): void {
  const start = Math.round((first + 0.5 - origin) * step - 32768)
  const count = last - first
  const end = Math.min(limit, (start + (count - 1) * step) >> 16) + 1
  if (weight > 0) meltRows(samples, upper, lower, weight, Math.max(0, start >> 16), end)
  const row = weight > 0 ? between : samples
  const at = weight > 0 ? 0 : upper
  if (step === UNSCALED && start >= 0 && (start >> 16) + count <= limit + 1)
    shiftRow(into, to, count, row, at + (start >> 16), (start >> 8) & 255)
  else stretchRow(into, to, count, row.bytes, at, start, step, limit)
}

/** The row between two rows, from one column to another. */
function meltRows(
  { words }: Samples,
  upper: number,
  lower: number,
  weight: number,
  from: number,
  to: number,
): void {
  const rest = 256 - weight
  const above = upper >> 2
  const below = lower >> 2
  for (let at = from >> 2; at <= to >> 2; at++) {
    const a = words[above + at] ?? 0
    const b = words[below + at] ?? 0
    const even = (Math.imul(a & EVEN, rest) + Math.imul(b & EVEN, weight)) >>> 8
    const odd = Math.imul((a >>> 8) & EVEN, rest) + Math.imul((b >>> 8) & EVEN, weight)
    between.words[at] = (even & EVEN) | (odd & ODD)
  }
}

/** A row moved by a fraction of a sample to the left; `right` is how much of each next sample counts. */
function shiftRow(
  into: Uint8Array,
  to: number,
  count: number,
  row: Samples,
  from: number,
  right: number,
): void {
  const { bytes, words } = row
  if (right === 0) {
    into.set(bytes.subarray(from, from + count), to)
    return
  }
  const here = 256 - right
  const bits = (from & 3) * 8
  let at = from >> 2
  let word = words[at] ?? 0
  let x = 0
  for (; x + 4 <= count; x += 4) {
    const next = words[++at] ?? 0
    const a = bits === 0 ? word : (word >>> bits) | (next << (32 - bits))
    const b = bits === 24 ? next : (word >>> (bits + 8)) | (next << (24 - bits))
    const even = (Math.imul(a & EVEN, here) + Math.imul(b & EVEN, right)) >>> 8
    const odd = (Math.imul((a >>> 8) & EVEN, here) + Math.imul((b >>> 8) & EVEN, right)) >>> 8
    into[to + x] = even & 255
    into[to + x + 1] = odd & 255
    into[to + x + 2] = even >>> 16
    into[to + x + 3] = odd >>> 16
    word = next
  }
  for (; x < count; x++)
    into[to + x] = ((bytes[from + x] ?? 0) * here + (bytes[from + x + 1] ?? 0) * right) >> 8
}

/** A row read at another scale. */
function stretchRow(
  into: Uint8Array,
  to: number,
  count: number,
  bytes: Uint8Array,
  row: number,
  start: number,
  step: number,
  limit: number,
): void {
  for (let x = 0, read = start; x < count; x++, read += step) {
    const at = row + (read < 0 ? 0 : Math.min(read >> 16, limit))
    const right = (read >> 8) & 255
    into[to + x] = ((bytes[at] ?? 0) * (256 - right) + (bytes[at + 1] ?? 0) * right) >> 8
  }
}
