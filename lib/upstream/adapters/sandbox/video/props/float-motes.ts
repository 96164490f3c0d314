import { paintGlow } from '../paint/paint-glow'
import { rgbOf } from '../paint/ramp'
import { drawImage } from '../picture/draw-image'
import { toPlaneImage } from '../picture/to-plane-image'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'

export type Motes = {
  count: number
  /** Radius of the largest, as a share of the unit. */
  size: number
  colour: string
  /** Shares of the unit a second, upwards. */
  rise: number
  /** The band of the height in which they are. */
  from: number
  to: number
  /** How much they come and go: 0 never, 1 wholly. */
  twinkle: number
}

/** Small lights that wander: fireflies, dust in a ray, embers. */
export function floatMotes(set: FilmSet, { count, size, colour, rise, from, to, twinkle }: Motes): Prop {
  const { width, height, unit } = set
  const random = set.random.fork(`motes ${colour}`)
  const radius = Math.max(3, Math.ceil(unit * size))
  const image = toPlaneImage(paintGlow(radius, rgbOf(colour), 2))
  const motes = Array.from({ length: count }, () => ({
    x: random.next(),
    y: random.next(),
    near: random.between(0.25, 1),
    pace: random.between(0.4, 1.3),
    phase: random.between(0, 7),
  }))
  const band = (to - from) * height
  return (frame, { seconds, view }) => {
    for (const { x, y, near, pace, phase } of motes) {
      const across = x * width + Math.sin(seconds * pace + phase) * unit * 0.05 - view.x * width * near
      const climbed = y - (seconds * rise * pace * unit) / band
      const down =
        from * height +
        (climbed - Math.floor(climbed)) * band +
        Math.cos(seconds * pace * 1.3 + phase) * unit * 0.02
      const glow = 1 - twinkle * (0.5 + 0.5 * Math.sin(seconds * pace * 2.6 + phase * 3))
      drawImage(frame, image, {
        x: across - radius * near,
        y: down - radius * near,
        scale: near,
        mode: 'light',
        opacity: glow,
      })
    }
  }
}
