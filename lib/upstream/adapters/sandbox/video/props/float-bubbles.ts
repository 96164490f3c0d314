import { rasterise } from '../paint/rasterise'
import { drawImage } from '../picture/draw-image'
import { toPlaneImage } from '../picture/to-plane-image'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'

const RING =
  '<circle cx="20" cy="20" r="17" fill="#fff" fill-opacity=".1" stroke="#fff" stroke-opacity=".6" stroke-width="2"/><path d="M10 16A12 12 0 0 1 18 8" stroke="#fff" stroke-opacity=".9" stroke-width="3" fill="none" stroke-linecap="round"/>'

/** Bubbles that wobble up to the surface. */
export async function floatBubbles(set: FilmSet, count: number): Promise<Prop[]> {
  const { width, height, unit } = set
  const random = set.random.fork('bubbles')
  const side = Math.max(6, unit * 0.034)
  const image = toPlaneImage(await rasterise(RING, [40, 40], side, side))
  const bubbles = Array.from({ length: count }, () => ({
    x: random.between(0, width),
    y: random.next(),
    scale: random.between(0.16, 1) ** 1.5,
    phase: random.between(0, 7),
  }))
  return [
    (frame, { seconds, view }) => {
      for (const { x, y, scale, phase } of bubbles) {
        const climbed = y + (seconds * (0.06 + 0.1 * scale) * unit) / height
        const up = 1 - (climbed - Math.floor(climbed))
        const wobble = Math.sin(seconds * 3 + phase) * unit * 0.008
        drawImage(frame, image, {
          x: x + wobble - view.x * width * scale,
          y: up * (height + side) - side,
          scale,
          opacity: 0.85,
        })
      }
    },
  ]
}
