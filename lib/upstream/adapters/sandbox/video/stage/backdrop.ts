import { drawImage } from '../picture/draw-image'
import type { PlaneImage } from '../picture/plane-image'
import { CAMERA_REACH, seenAt } from './camera'
import type { Prop } from './prop'

export type Hanging = {
  /** Of the picture's upper left corner, on the set. */
  left: number
  top: number
  depth: number
  /** Pixels of the set for each pixel of the picture. */
  scale?: number
  opacity?: (seconds: number) => number
  mode?: 'over' | 'light'
  sway?: (row: number, seconds: number) => number
}

/** How much wider than the frame a layer must be on each side, so that the camera never sees its end. */
export function marginOf(width: number, depth: number): number {
  return Math.ceil((width * CAMERA_REACH * depth) / 2) * 2 + 4
}

/** A painted layer. */
export function backdrop(image: PlaneImage, hanging: Hanging): Prop {
  const { depth, scale = 1, opacity, mode, sway } = hanging
  const left = Math.round(hanging.left)
  // On even pixels a camera that only pans reads every row, of the colours too, once and not between two.
  const top = Math.round(hanging.top / 2) * 2
  return (frame, { view, seconds }) => {
    const place = seenAt(view, frame, depth, left, top)
    drawImage(frame, image, {
      x: place.x,
      y: place.y,
      scale: place.scale * scale,
      ...(opacity && { opacity: opacity(seconds) }),
      ...(mode && { mode }),
      ...(sway && { sway: (row) => sway(row, seconds) }),
    })
  }
}
