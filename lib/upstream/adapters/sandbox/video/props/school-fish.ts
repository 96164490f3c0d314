import { rasterise } from '../paint/rasterise'
import { drawImage } from '../picture/draw-image'
import { toPlaneImage } from '../picture/to-plane-image'
import { seenAt } from '../stage/camera'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'

const PHASES = 6
const BOX = [60, 30] as const

export type School = {
  count: number
  y: number
  depth: number
  size: number
  colour: string
  /** Widths of the unit a second; below zero to the left. */
  pace: number
}

/** Fish that pass as one. */
export async function schoolFish(set: FilmSet, school: School): Promise<Prop> {
  const { width, unit } = set
  const random = set.random.fork(`school ${school.y}`)
  const wide = Math.max(8, unit * school.size)
  const turned = school.pace < 0
  const images = await Promise.all(
    Array.from({ length: PHASES }, async (_, phase) => {
      const svg = fishAt(phase / PHASES, school.colour)
      return toPlaneImage(
        await rasterise(
          turned ? `<g transform="translate(${BOX[0]} 0) scale(-1 1)">${svg}</g>` : svg,
          BOX,
          wide,
          (wide * BOX[1]) / BOX[0],
        ),
      )
    }),
  )
  const fish = Array.from({ length: school.count }, () => {
    const angle = random.between(0, 2 * Math.PI)
    const far = Math.sqrt(random.next())
    return {
      x: Math.cos(angle) * far * wide * 5,
      y: Math.sin(angle) * far * wide * 1.9,
      scale: random.between(0.6, 1),
      phase: random.next(),
    }
  })
  const start = turned ? width * 0.95 : width * 0.12
  return (frame, { seconds, view }) => {
    for (const { x, y, scale, phase } of fish) {
      const image = images[Math.floor(((seconds * 1.8 + phase) % 1) * PHASES)]
      if (image === undefined) continue
      const along =
        start + seconds * school.pace * unit + x + Math.sin(seconds * 1.3 + phase * 6) * wide * 0.3
      const place = seenAt(
        view,
        frame,
        school.depth,
        along,
        school.y + y + Math.sin(seconds * 0.9 + phase * 3) * wide * 0.3,
      )
      drawImage(frame, image, { x: place.x, y: place.y, scale: scale * place.scale })
    }
  }
}

function fishAt(phase: number, colour: string): string {
  const tail = Math.sin(phase * 2 * Math.PI) * 4
  return `<path d="M58 15Q46 3 28 6Q18 9 12 15Q18 21 28 24Q46 27 58 15Z" fill="${colour}"/><path d="M14 15L${2 + Math.abs(tail)} ${4 + tail}Q${7} 15 ${2 + Math.abs(tail)} ${26 + tail}Z" fill="${colour}"/><circle cx="49" cy="13" r="1.8" fill="#fff" fill-opacity=".7"/>`
}
