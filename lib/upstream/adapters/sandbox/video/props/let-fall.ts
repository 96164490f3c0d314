import { rasterise } from '../paint/rasterise'
import { drawImage } from '../picture/draw-image'
import type { PlaneImage } from '../picture/plane-image'
import { toPlaneImage } from '../picture/to-plane-image'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'

export type Fall = {
  /** Drawn in a box of 20 x 20, each turned by some angle. */
  shapes: readonly [string, ...string[]]
  count: number
  /** Of a shape, as a share of the unit. */
  size: readonly [least: number, most: number]
  /** Shares of the unit a second: down, and with the wind. */
  speed: number
  wind: number
  /** How far it swings, as a share of the unit, and how often a second. */
  swing: number
  tempo: number
  opacity: number
  /** Whether it turns in the air, edge and face. */
  tumbles: boolean
}

type Piece = { x: number; y: number; near: number; image: PlaneImage; phase: number; scale: number }

/** Pieces that fall through the whole picture without end: snow, rain, petals, leaves, confetti. */
export async function letFall(set: FilmSet, fall: Fall): Promise<Prop> {
  const { width, height, unit } = set
  const random = set.random.fork('fall')
  const side = Math.max(6, Math.ceil(unit * fall.size[1]))
  const images = await Promise.all(fall.shapes.map((shape) => rasterise(shape, [20, 20], side, side)))
  const planes = images.map((canvas) => toPlaneImage(canvas))
  const pieces: Piece[] = Array.from({ length: fall.count }, () => {
    const near = random.next() ** 1.6
    return {
      x: random.next(),
      y: random.next(),
      near,
      image: random.pick([planes[0] ?? toPlaneImage(images[0] ?? failed()), ...planes]),
      phase: random.between(0, 7),
      scale: (fall.size[0] + (fall.size[1] - fall.size[0]) * near) / fall.size[1],
    }
  })
  return (frame, { seconds, view }) => {
    for (const { x, y, near, image, phase, scale } of pieces) {
      const pace = 0.55 + 0.75 * near
      const across = width * 1.2 * wrap(x + (seconds * fall.wind * pace * unit) / (width * 1.2)) - width * 0.1
      const down =
        (height + side * 2) * wrap(y + (seconds * fall.speed * pace * unit) / (height + side * 2)) - side
      const swing = Math.sin(seconds * fall.tempo * 6.28 + phase) * fall.swing * unit
      drawImage(frame, image, {
        x: across + swing - view.x * width * (0.4 + near),
        y: down,
        scale,
        opacity: fall.opacity * (0.45 + 0.55 * near),
        ...(fall.tumbles && { stretch: Math.max(0.12, Math.abs(Math.cos(seconds * 2.4 + phase))) }),
      })
    }
  }
}

function wrap(share: number): number {
  return share - Math.floor(share)
}

function failed(): never {
  throw new Error('nothing to let fall')
}
