import { paintGlow } from '../paint/paint-glow'
import { rgbOf } from '../paint/ramp'
import { drawImage } from '../picture/draw-image'
import { toPlaneImage } from '../picture/to-plane-image'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'

const SPARKS = 44
const LIFE_SECONDS = 1.7

/** One burst after the other in the upper half. */
export function launchFireworks(set: FilmSet): Prop {
  const { width, height, unit, palette } = set
  const random = set.random.fork('fireworks')
  const colours = [palette.accent, palette.second, palette.light, '#ff8fb3', '#8fd3ff']
  const sparks = colours.map((colour) => toPlaneImage(paintGlow(unit * 0.014, rgbOf(colour), 1.4)))
  const bursts = Array.from({ length: Math.ceil(set.seconds * 1.3) + 2 }, (_, at) => ({
    at: at / 1.3 - 0.6 + random.between(-0.2, 0.2),
    x: random.between(0.14, 0.86) * width,
    y: random.between(0.1, 0.42) * height,
    reach: random.between(0.16, 0.3) * unit,
    image: random.pick([sparks[0], ...sparks]),
    turn: random.between(0, 3),
  }))
  return (frame, { seconds }) => {
    for (const { at, x, y, reach, image, turn } of bursts) {
      const age = (seconds - at) / LIFE_SECONDS
      if (age < 0 || age > 1 || image === undefined) continue
      const spread = reach * (1 - (1 - age) ** 3)
      const drop = unit * 0.09 * age * age
      for (let spark = 0; spark < SPARKS; spark++) {
        const angle = turn + ((spark * 2.399963) % (2 * Math.PI))
        const far = spread * Math.sqrt((spark + 1) / SPARKS)
        const half = (image.luma.width / 2) * (1 - age * 0.5)
        drawImage(frame, image, {
          x: x + Math.cos(angle) * far - half,
          y: y + Math.sin(angle) * far + drop - half,
          scale: 1 - age * 0.5,
          mode: 'light',
          opacity: 1 - age ** 2,
        })
      }
    }
  }
}
