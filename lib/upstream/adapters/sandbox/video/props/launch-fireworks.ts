import { paintGlow } from '../paint/paint-glow'
import { rgbOf } from '../paint/ramp'
import { drawImage } from '../picture/draw-image'
import { toPlaneImage } from '../picture/to-plane-image'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'

const SPARKS = 56
const TAIL = 4
const GOLDEN_ANGLE = 2.399963
const colours = ['#ff5d8f', '#ffd166', '#7bdff2', '#b8f2a0', '#d6a2ff', '#fff1d0']
const LIFE_SECONDS = 1.7

/** One burst after the other in the upper half. */
export function launchFireworks(set: FilmSet): Prop {
  const { width, height, unit } = set
  const random = set.random.fork('fireworks')
  const lights = colours.map((colour) =>
    toPlaneImage(paintGlow(Math.round(unit * 0.019), rgbOf(colour), 1.1)),
  )
  const bursts = Array.from({ length: Math.ceil(set.seconds * 1.3) + 2 }, (_, at) => ({
    at: at / 1.3 - 0.6 + random.between(-0.2, 0.2),
    x: random.between(0.14, 0.86) * width,
    y: random.between(0.1, 0.42) * height,
    reach: random.between(0.2, 0.36) * unit,
    image: random.pick([lights[0], ...lights]),
    turn: random.between(0, 3),
  }))
  const sparks = Array.from({ length: SPARKS }, (_, at) => ({
    angle: at * GOLDEN_ANGLE,
    far: Math.sqrt((at + 1) / SPARKS) * random.between(0.72, 1.12),
    glow: random.between(0.6, 1),
  }))
  return (frame, { seconds }) => {
    for (const { at, x, y, reach, image, turn } of bursts) {
      const age = (seconds - at) / LIFE_SECONDS
      if (age < 0 || age > 1 || image === undefined) continue
      for (const { angle, far, glow } of sparks)
        for (let tail = 0; tail < TAIL; tail++) {
          const was = age - tail * 0.035
          if (was <= 0) break
          const spread = reach * (1 - (1 - was) ** 3) * far
          // In the beginning all are in one place: small, or they would burn a hole into the sky.
          const scale = (1 - age * 0.5) * Math.min(1, 0.2 + was * 4) * (1 - tail * 0.22)
          const half = (image.luma.width / 2) * scale
          drawImage(frame, image, {
            x: x + Math.cos(angle + turn) * spread - half,
            y: y + Math.sin(angle + turn) * spread + unit * 0.1 * was * was - half,
            scale,
            mode: 'light',
            opacity: glow * (1 - age ** 2) * (tail === 0 ? 1 : 0.4 / tail),
          })
        }
    }
  }
}
