/** How a row of a picture is read for a row of a frame. */
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

/** Writes what the frame's columns from `first` up to `last` show: the mean of the four nearest samples of each. */
export function readRow(
  into: Uint8Array,
  to: number,
  first: number,
  last: number,
  samples: Uint8Array,
  reach: Reach,
): void {
  const { upper, lower, weight, step, origin, limit } = reach
  const start = Math.round((first + 0.5 - origin) * step - 32768)
  const count = last - first
  if (step === 65536 && start >= 0 && (start >> 16) + count <= limit + 1) {
    readUnscaled(into, to, count, samples, reach, start)
    return
  }
  const rest = 256 - weight
  for (let x = 0, read = start; x < count; x++, read += step) {
    const column = read < 0 ? 0 : Math.min(read >> 16, limit)
    const right = (read >> 8) & 255
    const here = 256 - right
    const a = upper + column
    const b = lower + column
    into[to + x] =
      (((samples[a] ?? 0) * here + (samples[a + 1] ?? 0) * right) * rest +
        ((samples[b] ?? 0) * here + (samples[b + 1] ?? 0) * right) * weight) >>
      16
  }
}

/** All columns have the same four weights; with none from the row below, two; with none from the right, it is a copy. */
function readUnscaled(
  into: Uint8Array,
  to: number,
  count: number,
  samples: Uint8Array,
  { upper, lower, weight }: Reach,
  start: number,
): void {
  const right = (start >> 8) & 255
  const here = 256 - right
  const above = upper + (start >> 16)
  if (weight === 0 && right === 0) {
    into.set(samples.subarray(above, above + count), to)
    return
  }
  if (weight === 0) {
    for (let x = 0; x < count; x++)
      into[to + x] = ((samples[above + x] ?? 0) * here + (samples[above + x + 1] ?? 0) * right) >> 8
    return
  }
  const below = lower + (start >> 16)
  const rest = 256 - weight
  const [aw, bw, cw, dw] = [here * rest, right * rest, here * weight, right * weight]
  for (let x = 0; x < count; x++)
    into[to + x] =
      ((samples[above + x] ?? 0) * aw +
        (samples[above + x + 1] ?? 0) * bw +
        (samples[below + x] ?? 0) * cw +
        (samples[below + x + 1] ?? 0) * dw) >>
      16
}
