import { rasterise } from '../paint/rasterise'
import { drawImage } from '../picture/draw-image'
import { toPlaneImage } from '../picture/to-plane-image'
import { seenAt } from '../stage/camera'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'

const PHASES = 10
const BOX = [60, 40] as const

export type Flock = {
  count: number
  y: number
  depth: number
  size: number
  colour: string
  toRight: boolean
}

/** A loose flock far off, beating its wings. */
export async function releaseBirds(set: FilmSet, flock: Flock): Promise<Prop> {
  const { width, unit } = set
  const random = set.random.fork('birds')
  const wide = Math.max(8, unit * flock.size)
  const strokes = await Promise.all(
    Array.from({ length: PHASES }, (_, phase) =>
      rasterise(birdAt(phase / PHASES, flock.colour), BOX, wide, (wide * BOX[1]) / BOX[0]),
    ),
  )
  const images = strokes.map((canvas) => toPlaneImage(canvas))
  const birds = Array.from({ length: flock.count }, (_, at) => ({
    x: -(at % 2 === 0 ? at : -at) * wide * 0.75 + random.between(-0.4, 0.4) * wide,
    y: at * wide * 0.3 + random.between(-0.5, 0.5) * wide,
    scale: random.between(0.7, 1),
    beat: random.between(1.1, 1.6),
    phase: random.next(),
  }))
  const direction = flock.toRight ? 1 : -1
  const start = flock.toRight ? width * 0.1 : width * 0.9
  return (frame, { seconds, view }) => {
    for (const { x, y, scale, beat, phase } of birds) {
      const image = images[Math.floor(((seconds * beat + phase) % 1) * PHASES)]
      if (image === undefined) continue
      const along = start + direction * (seconds * unit * 0.075) + x
      const place = seenAt(
        view,
        frame,
        flock.depth,
        along,
        flock.y + y + Math.sin(seconds + phase * 7) * unit * 0.008,
      )
      drawImage(frame, image, { x: place.x, y: place.y, scale: scale * place.scale })
    }
  }
}

/** Wings up at 0, down at a half. */
function birdAt(phase: number, colour: string): string {
  const lift = Math.cos(phase * 2 * Math.PI)
  const tip = 20 - lift * 15
  const bend = 20 - lift * 9 - 6
  const wing = (side: number) =>
    `M30 20Q${30 + side * 12} ${bend - 3} ${30 + side * 28} ${tip}Q${30 + side * 13} ${bend + 4} 30 24Z`
  return `<path d="${wing(1)}${wing(-1)}" fill="${colour}"/><ellipse cx="30" cy="22" rx="4.6" ry="2.6" fill="${colour}"/>`
}
