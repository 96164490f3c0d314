import { noiseOf } from '../paint/noise-of'
import type { Frame } from '../picture/create-frame'
import type { FilmSet } from '../stage/film-set'

const SOFTNESS = 70

/** One picture gives way to another in patches, from one side to the other. `share` 0 shows the first, 1 the second. */
export function dissolve({
  width,
  height,
  unit,
  random,
}: FilmSet): (frame: Frame, other: Frame, share: number) => void {
  const noise = noiseOf(random.fork('dissolve').whole(0, 1e9))
  const toRight = random.fork('dissolve side').chance(0.5)
  const order = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const along = toRight ? x / width : 1 - x / width
      order[y * width + x] =
        (0.5 * along + 0.5 * noise.planeOctaves((x / unit) * 3.2, (y / unit) * 3.2, 3)) * 255
    }
  return (frame, other, share) => {
    const edge = share * (255 + 2 * SOFTNESS) - SOFTNESS
    const halfWidth = width >> 1
    for (let at = 0; at < order.length; at++) {
      const cover = coverAt(edge, order[at] ?? 0)
      frame.luma[at] = mix(frame.luma[at], other.luma[at], cover)
    }
    for (let y = 0, at = 0; y < height >> 1; y++)
      for (let x = 0; x < halfWidth; x++, at++) {
        const cover = coverAt(edge, order[y * 2 * width + x * 2] ?? 0)
        frame.blue[at] = mix(frame.blue[at], other.blue[at], cover)
        frame.red[at] = mix(frame.red[at], other.red[at], cover)
      }
  }
}

/** Of 256. */
function coverAt(edge: number, order: number): number {
  const cover = ((edge - order + SOFTNESS) / (2 * SOFTNESS)) * 256
  return cover <= 0 ? 0 : cover >= 256 ? 256 : Math.round(cover)
}

function mix(one = 0, other = 0, cover: number): number {
  return (one * (256 - cover) + other * cover + 128) >> 8
}
