import { createCanvas } from '../paint/create-canvas'
import { noiseOf } from '../paint/noise-of'
import { rgbOf } from '../paint/ramp'
import { drawImage } from '../picture/draw-image'
import { toPlaneImage } from '../picture/to-plane-image'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'

const COARSE = 6

export type RayPlan = {
  from: { x: number; y: number }
  reach: number
  power: number
  narrow: number
  colour: string
}

/** Shafts of light that fan out from a point and slowly come and go. */
export function castRays(set: FilmSet, { from, reach, power, narrow, colour }: RayPlan): Prop {
  const { width, height } = set
  const random = set.random.fork('rays')
  const light = rgbOf(colour)
  const canvas = createCanvas(width / COARSE + 2, height / COARSE + 2)
  const noise = noiseOf(random.whole(0, 1e9))
  for (let y = 0; y < canvas.height; y++) {
    for (let x = 0; x < canvas.width; x++) {
      const across = x * COARSE - from.x
      const down = y * COARSE - from.y
      const far = Math.hypot(across, down) / reach
      if (far >= 1 || down < 0) continue
      const shaft = noise.lineOctaves(Math.atan2(across, down) * narrow, 2)
      const glow = Math.max(0, shaft - 0.5) * 3 * (1 - far) ** 1.2 * Math.min(1, down / (height * 0.16))
      canvas.data.set([light[0], light[1], light[2], Math.min(1, glow) * 255], (y * canvas.width + x) * 4)
    }
  }
  const image = toPlaneImage(canvas)
  return (frame, { seconds, view }) =>
    drawImage(frame, image, {
      x: -COARSE - view.x * width * 0.2,
      y: -COARSE,
      scale: COARSE,
      mode: 'light',
      opacity: power * (0.72 + 0.28 * Math.sin(seconds * 0.9)),
      // The shafts wander as the leaves or the waves above them do.
      sway: (row) => Math.sin(seconds * 0.6) * row * width * 0.03,
    })
}
