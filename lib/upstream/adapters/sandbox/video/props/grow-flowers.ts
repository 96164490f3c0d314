import { leafOf } from '../../images/colour/leaf-of'
import { mixColours } from '../../images/colour/oklch'
import { rasterise } from '../paint/rasterise'
import { drawImage } from '../picture/draw-image'
import { toPlaneImage } from '../picture/to-plane-image'
import { marginOf } from '../stage/backdrop'
import { seenAt } from '../stage/camera'
import { type FilmSet, isDark } from '../stage/film-set'
import type { Prop } from '../stage/prop'

export type Bed = {
  footAt: (x: number) => number
  /** How far under the edge they stand, in shares of the height. */
  from: number
  to: number
  depth: number
  tall: number
  count: number
}

const BOX = [40, 100] as const

/** Flowers and grass that nod in the wind, one after the other as it passes. */
export async function growFlowers(
  set: FilmSet,
  { footAt, from, to, depth, tall, count }: Bed,
): Promise<Prop[]> {
  const { width, height } = set
  const random = set.random.fork(`flowers ${depth}`)
  const margin = marginOf(width, depth)
  const images = await Promise.all(
    drawings(set).map(async (svg) => toPlaneImage(await rasterise(svg, BOX, (tall * BOX[0]) / BOX[1], tall))),
  )
  const flowers = Array.from({ length: count }, () => {
    const x = random.between(-margin, width + margin)
    const down = random.between(from, to)
    const image = random.next() < 0.62 ? random.whole(3, images.length - 1) : random.whole(0, 2)
    return {
      x,
      y: footAt(x) + down * height,
      scale: random.between(0.55, 1.05),
      image: images[image],
      phase: x * 0.006 + random.between(0, 0.6),
    }
  }).sort((a, b) => a.y - b.y)
  const draw: Prop = (frame, { view, seconds }) => {
    for (const { x, y, scale, image, phase } of flowers) {
      if (image === undefined) continue
      const place = seenAt(view, frame, depth, x, y)
      const size = place.scale * scale
      const nod =
        (Math.sin(seconds * 1.9 - phase * 2) * 0.1 + Math.sin(seconds * 4.1 - phase * 5) * 0.03) *
        image.luma.height *
        size
      drawImage(frame, image, {
        x: place.x - (image.luma.width * size) / 2,
        y: place.y - image.luma.height * size,
        scale: size,
        sway: (row) => nod * (1 - row) ** 1.6,
      })
    }
  }
  return [draw]
}

/** Three flowers, then three tufts of grass. */
function drawings(set: FilmSet): string[] {
  const { palette } = set
  const dim = isDark(set) ? 0.45 : 0
  const lit = (colour: string) => mixColours(colour, palette.near, dim)
  const stem = lit(mixColours(leafOf(palette), palette.near, 0.3))
  const petal = (colour: string, angle: number) =>
    `<ellipse cx="20" cy="13" rx="6" ry="9" fill="${lit(colour)}" transform="rotate(${angle} 20 22)"/>`
  const petals = (colour: string, heart: string) =>
    `${[0, 60, 120, 180, 240, 300].map((angle) => petal(colour, angle)).join('')}<circle cx="20" cy="22" r="6" fill="${lit(heart)}"/>`
  const stalk = `<path d="M20 100Q17 62 20 26" stroke="${stem}" stroke-width="2.6" fill="none"/><path d="M19 72Q6 62 5 48Q18 54 19 72Z" fill="${stem}"/>`
  const tulip = `<path d="M9 30Q8 12 13 6Q17 12 20 5Q23 12 27 6Q32 12 31 30Q26 38 20 38Q14 38 9 30Z" fill="${lit(palette.accent)}"/>`
  const blade = (d: string) => `<path d="${d}" fill="${stem}"/>`
  return [
    stalk + petals(palette.paper, palette.second),
    stalk + petals(palette.accent, palette.light),
    stalk + tulip,
    blade('M12 100Q12 60 4 34Q18 60 18 100Z') + blade('M20 100Q22 52 30 22Q30 62 27 100Z'),
    blade('M16 100Q18 50 14 18Q24 54 23 100Z') + blade('M24 100Q28 66 38 48Q34 76 30 100Z'),
    blade('M8 100Q6 72 0 56Q12 70 14 100Z') + blade('M18 100Q22 60 22 30Q28 62 25 100Z'),
  ]
}
