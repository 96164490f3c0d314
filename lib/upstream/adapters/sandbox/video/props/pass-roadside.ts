import { leafOf } from '../../images/colour/leaf-of'
import { mixColours } from '../../images/colour/oklch'
import { rasterise } from '../paint/rasterise'
import { drawImage } from '../picture/draw-image'
import { toPlaneImage } from '../picture/to-plane-image'
import { seenAt } from '../stage/camera'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'

const BOX = [70, 100] as const

export type Roadside = {
  foot: number
  depth: number
  tall: number
  count: number
  pace: number
  tone: number
  kind: 'trees' | 'posts' | 'grass'
}

/** Things beside a road, which pass to the left and come again. */
export async function passRoadside(
  set: FilmSet,
  { foot, depth, tall, count, pace, tone, kind }: Roadside,
): Promise<Prop> {
  const { width } = set
  const random = set.random.fork(`roadside ${kind} ${depth}`)
  const images = await Promise.all(
    drawings(set, kind, tone).map(async (svg) =>
      toPlaneImage(await rasterise(svg, BOX, (tall * BOX[0]) / BOX[1], tall)),
    ),
  )
  const span = width * 1.5
  const things = Array.from({ length: count }, (_, at) => ({
    x: ((at + (kind === 'posts' ? 0.5 : random.next())) / count) * span,
    scale: kind === 'posts' ? 1 : random.between(0.6, 1.05),
    image: images[at % images.length],
  }))
  return (frame, { view, seconds }) => {
    for (const { x, scale, image } of things) {
      if (image === undefined) continue
      const along = ((((x - pace * seconds) % span) + span) % span) - width * 0.25
      const place = seenAt(view, frame, depth, along, foot)
      const size = place.scale * scale
      drawImage(frame, image, {
        x: place.x - (image.luma.width * size) / 2,
        y: place.y - image.luma.height * size,
        scale: size,
      })
    }
  }
}

function drawings({ palette }: FilmSet, kind: Roadside['kind'], tone: number): string[] {
  const dark = mixColours(palette.far, palette.near, tone)
  const leaf = mixColours(
    mixColours(leafOf(palette), palette.far, 0.3 * (1 - tone)),
    palette.near,
    tone * 0.5,
  )
  if (kind === 'posts')
    return [
      `<path d="M33 100V10H37V100Z" fill="${dark}"/><path d="M16 18H54V22H16Z" fill="${dark}"/><circle cx="18" cy="15" r="2.4" fill="${dark}"/><circle cx="52" cy="15" r="2.4" fill="${dark}"/>`,
    ]
  if (kind === 'grass')
    return [
      `<path d="M0 100Q6 70 2 52Q12 72 12 100ZM10 100Q20 60 28 40Q26 74 22 100ZM24 100Q34 66 34 44Q42 74 36 100ZM38 100Q50 60 60 48Q54 78 50 100ZM50 100Q62 76 68 66Q64 86 60 100Z" fill="${dark}"/>`,
    ]
  return [
    `<path d="M32 100L33 60H37L38 100Z" fill="${dark}"/><ellipse cx="35" cy="40" rx="25" ry="30" fill="${leaf}"/><path d="M35 10A25 30 0 0 1 35 70Q52 44 35 10Z" fill="${dark}" fill-opacity=".28"/>`,
    `<path d="M33 100V74H37V100Z" fill="${dark}"/><path d="M35 4L52 44H44L58 78H12L26 44H18Z" fill="${leaf}"/><path d="M35 4L52 44H44L58 78H35Z" fill="${dark}" fill-opacity=".3"/>`,
  ]
}
