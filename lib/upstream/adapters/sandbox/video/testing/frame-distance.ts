import type { Frame } from '../picture/create-frame'

/** The mean difference of brightness, without the lower right corner, where the label is. */
export function frameDistance(one: Frame, other: Frame): number {
  let sum = 0
  let count = 0
  for (let y = 0; y < one.height; y++)
    for (let x = 0; x < one.width; x++) {
      if (x > one.width * 0.6 && y > one.height * 0.85) continue
      sum += Math.abs((one.luma[y * one.width + x] ?? 0) - (other.luma[y * one.width + x] ?? 0))
      count++
    }
  return sum / count
}
