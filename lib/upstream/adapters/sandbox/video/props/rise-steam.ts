import { paintGlow } from '../paint/paint-glow'
import { rgbOf } from '../paint/ramp'
import { drawImage } from '../picture/draw-image'
import { toPlaneImage } from '../picture/to-plane-image'
import { seenAt } from '../stage/camera'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'

const PUFFS = 26
const LIFE_SECONDS = 3.2

/** Steam that curls up and is gone. */
export function riseSteam(set: FilmSet, { x, y, depth }: { x: number; y: number; depth: number }): Prop {
  const { unit, palette } = set
  const random = set.random.fork('steam')
  const radius = Math.round(unit * 0.05)
  const image = toPlaneImage(paintGlow(radius, rgbOf(palette.paper), 1.5))
  const puffs = Array.from({ length: PUFFS }, (_, at) => ({
    start: at / PUFFS,
    aside: random.between(-1, 1),
    curl: random.between(0, 6),
  }))
  return (frame, { view, seconds }) => {
    for (const { start, aside, curl } of puffs) {
      const age = (seconds / LIFE_SECONDS + start) % 1
      const across = aside * unit * 0.03 + Math.sin(age * 7 + curl) * unit * 0.022 * age
      const place = seenAt(view, frame, depth, x + across, y - age * unit * 0.24)
      const scale = (0.3 + age) * place.scale
      drawImage(frame, image, {
        x: place.x - radius * scale,
        y: place.y - radius * scale,
        scale,
        opacity: 0.2 * Math.sin(Math.PI * age) ** 0.8,
      })
    }
  }
}
