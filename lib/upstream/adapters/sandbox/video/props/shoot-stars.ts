import { paintGlow } from '../paint/paint-glow'
import { drawImage } from '../picture/draw-image'
import { toPlaneImage } from '../picture/to-plane-image'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'

const TRAIL = 26

/** One every two seconds or so. */
export function shootStars(set: FilmSet, floor: number): Prop {
  const { width, unit } = set
  const random = set.random.fork('shooting')
  const radius = Math.max(3, Math.round(unit * 0.007))
  const image = toPlaneImage(paintGlow(radius, [255, 250, 235], 1.3))
  const falls = Array.from({ length: Math.ceil(set.seconds / 1.8) }, (_, at) => ({
    at: at * 1.8 + random.between(0.2, 1),
    x: random.between(0.25, 0.95) * width,
    y: random.between(0.05, 0.4) * floor,
    slope: random.between(0.3, 0.6),
    long: random.between(0.3, 0.5) * unit,
  }))
  return (frame, { seconds }) => {
    for (const { at, x, y, slope, long } of falls) {
      const age = (seconds - at) / 0.9
      if (age < 0 || age > 1) continue
      for (let step = 0; step < TRAIL; step++) {
        const along = (age * 1.4 - (step / TRAIL) * 0.5 * Math.min(1, age * 3)) * long
        const fade = (1 - step / TRAIL) ** 2 * Math.sin(Math.PI * Math.min(1, age * 1.02))
        const scale = 1 - (step / TRAIL) * 0.6
        drawImage(frame, image, {
          x: x - along - radius * scale,
          y: y + along * slope - radius * scale,
          scale,
          mode: 'light',
          opacity: fade,
        })
      }
    }
  }
}
