import { paintGlow } from '../paint/paint-glow'
import { rgbOf } from '../paint/ramp'
import { drawImage } from '../picture/draw-image'
import { toPlaneImage } from '../picture/to-plane-image'
import { seenAt } from '../stage/camera'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'

/** Head lamps that come and tail lamps that go along a street far below. */
export function runTraffic(set: FilmSet, { y, depth }: { y: number; depth: number }): Prop {
  const { width, unit } = set
  const random = set.random.fork('traffic')
  const radius = Math.max(4, Math.round(unit * 0.016))
  const lanes = [
    { image: toPlaneImage(paintGlow(radius, rgbOf('#fff1c9'), 1.5)), direction: 1, dy: 0 },
    { image: toPlaneImage(paintGlow(radius, rgbOf('#ff4a3c'), 1.5)), direction: -1, dy: unit * 0.022 },
  ]
  const span = width * 1.3
  const cars = lanes.flatMap((lane) =>
    Array.from({ length: 17 }, () => ({
      ...lane,
      start: random.next() * span,
      pace: unit * random.between(0.09, 0.2),
      scale: random.between(0.6, 1),
    })),
  )
  return (frame, { view, seconds }) => {
    for (const { image, direction, dy, start, pace, scale } of cars) {
      const along = (((start + direction * pace * seconds) % span) + span) % span
      const place = seenAt(view, frame, depth, along - width * 0.15, y + dy)
      const at = (dx: number, opacity: number) =>
        drawImage(frame, image, {
          x: place.x - radius * scale + dx,
          y: place.y - radius * scale,
          scale,
          mode: 'light',
          opacity,
        })
      at(0, 0.95)
      at(-direction * radius * 0.9, 0.4)
      at(-direction * radius * 1.7, 0.16)
    }
  }
}
