import { leafOf } from '../../images/colour/leaf-of'
import { mixColours } from '../../images/colour/oklch'
import { rasterise } from '../paint/rasterise'
import { drawImage } from '../picture/draw-image'
import { toPlaneImage } from '../picture/to-plane-image'
import { marginOf } from '../stage/backdrop'
import { seenAt } from '../stage/camera'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'

const BOX = [40, 100] as const

/** Weed that bends with the current, its tips last. */
export async function growSeaweed(
  set: FilmSet,
  {
    foot,
    depth,
    tall,
    count,
    tone,
  }: { foot: number; depth: number; tall: number; count: number; tone: number },
): Promise<Prop[]> {
  const { width, palette } = set
  const random = set.random.fork(`weed ${depth}`)
  const margin = marginOf(width, depth)
  const green = mixColours(mixColours(leafOf(palette), palette.far, 0.25), palette.near, tone * 0.7)
  const coral = mixColours(palette.accent, palette.near, tone * 0.55)
  const images = await Promise.all(
    [ribbons(green), fan(coral), ribbons(mixColours(green, palette.near, 0.3))].map(async (svg) =>
      toPlaneImage(await rasterise(svg, BOX, (tall * BOX[0]) / BOX[1], tall)),
    ),
  )
  const plants = Array.from({ length: count }, (_, at) => ({
    x: ((at + random.between(0.1, 0.9)) / count) * (width + 2 * margin) - margin,
    scale: random.between(0.5, 1),
    image: images[at % images.length],
    phase: random.between(0, 6),
  }))
  return [
    (frame, { view, seconds }) => {
      for (const { x, scale, image, phase } of plants) {
        if (image === undefined) continue
        const place = seenAt(view, frame, depth, x, foot)
        const size = place.scale * scale
        const high = image.luma.height * size
        drawImage(frame, image, {
          x: place.x - (image.luma.width * size) / 2,
          y: place.y - high,
          scale: size,
          sway: (row) => (1 - row) ** 1.3 * high * 0.1 * Math.sin(seconds * 1.3 + phase + (1 - row) * 3),
        })
      }
    },
  ]
}

function ribbons(colour: string): string {
  return [8, 16, 24, 31]
    .map((x, at) => {
      const top = 4 + ((at * 37) % 30)
      return `<path d="M${x - 3} 100Q${x - 9} 70 ${x - 2} ${50 + top / 3}Q${x + 5} 32 ${x} ${top}Q${x + 9} 34 ${x + 3} ${54 + top / 3}Q${x - 3} 74 ${x + 3} 100Z" fill="${colour}"/>`
    })
    .join('')
}

function fan(colour: string): string {
  const arms = [-58, -34, -12, 12, 34, 58].map((angle, at) => {
    const long = 44 - Math.abs(angle) * 0.22 + (at % 2) * 6
    return `<g transform="translate(20 96) rotate(${angle})"><path d="M-2.4 0L-1.6 ${-long}A2 2 0 0 1 1.6 ${-long}L2.4 0Z" fill="${colour}"/><circle cy="${-long}" r="3.2" fill="${colour}"/><path d="M0 ${-long * 0.6}l${angle < 0 ? -8 : 8} -10" stroke="${colour}" stroke-width="2.6" stroke-linecap="round"/></g>`
  })
  return `${arms.join('')}<path d="M14 100Q20 86 26 100Z" fill="${colour}"/>`
}
