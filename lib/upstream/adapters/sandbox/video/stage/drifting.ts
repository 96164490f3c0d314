import { drawImage } from '../picture/draw-image'
import type { PlaneImage } from '../picture/plane-image'
import { seenAt } from './camera'
import type { Prop } from './prop'

export type Drift = {
  top: number
  depth: number
  /** Pixels of the set for each pixel of the picture. */
  scale?: number
  opacity?: number
  /** Pixels a second, to the right. */
  pace: number
  /** How far it moves up and down. */
  bob?: (seconds: number) => number
}

/** A picture whose right edge meets its left one, drifting by without end. */
export function drifting(image: PlaneImage, { top, depth, scale = 1, opacity = 1, pace, bob }: Drift): Prop {
  return (frame, { view, seconds }) => {
    const place = seenAt(
      view,
      frame,
      depth,
      0,
      bob === undefined ? Math.round(top / 2) * 2 : top + bob(seconds),
    )
    const size = place.scale * scale
    const period = image.luma.width * size
    const first = ((((place.x + pace * seconds) % period) + period) % period) - period
    for (let x = first; x < frame.width; x += period)
      drawImage(frame, image, { x, y: place.y, scale: size, opacity })
  }
}
