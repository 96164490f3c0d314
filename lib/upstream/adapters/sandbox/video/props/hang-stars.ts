import { paintGlow } from '../paint/paint-glow'
import { rgbOf } from '../paint/ramp'
import { drawImage } from '../picture/draw-image'
import { toPlaneImage } from '../picture/to-plane-image'
import { seenAt } from '../stage/camera'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'

type Star = { x: number; y: number; size: number; pace: number; phase: number; glow: number }

/** Stars that twinkle, denser towards the zenith. */
export function hangStars(set: FilmSet, floor: number, count: number, depth = 0.04): Prop {
  const { width, unit, palette } = set
  const random = set.random.fork(`stars ${depth}`)
  const image = toPlaneImage(paintGlow(8, rgbOf(palette.light), 1.7))
  const stars: Star[] = Array.from({ length: count }, () => ({
    x: random.between(-0.05, 1.05) * width,
    y: floor * random.next() ** 1.3,
    size: (random.chance(0.1) ? random.between(0.45, 0.75) : random.between(0.16, 0.34)) * (unit / 720),
    pace: random.between(1, 4),
    phase: random.between(0, 7),
    glow: random.between(0.45, 1),
  }))
  return (frame, { view, seconds }) => {
    for (const { x, y, size, pace, phase, glow } of stars) {
      const place = seenAt(view, frame, depth, x, y)
      const opacity = glow * (0.7 + 0.3 * Math.sin(seconds * pace + phase))
      drawImage(frame, image, {
        x: place.x - 8 * size,
        y: place.y - 8 * size,
        scale: size,
        mode: 'light',
        opacity,
      })
    }
  }
}
