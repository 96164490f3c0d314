import { mixColours } from '../../images/colour/oklch'
import { rasterise } from '../paint/rasterise'
import { drawImage } from '../picture/draw-image'
import { toPlaneImage } from '../picture/to-plane-image'
import { seenAt } from '../stage/camera'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'

const BOX = [120, 150] as const

/** Two palms that lean into the picture from its edge. */
export async function plantPalms(
  set: FilmSet,
  { x, foot, depth, tall }: { x: number; foot: number; depth: number; tall: number },
): Promise<Prop[]> {
  const side = x > set.width / 2 ? -1 : 1
  const colour = mixColours(set.palette.near, set.palette.ink, 0.3)
  const svg =
    side > 0 ? palm(colour) : `<g transform="translate(${BOX[0]} 0) scale(-1 1)">${palm(colour)}</g>`
  const image = toPlaneImage(await rasterise(svg, BOX, (tall * BOX[0]) / BOX[1], tall))
  const at =
    (dx: number, scale: number, phase: number): Prop =>
    (frame, { view, seconds }) => {
      const place = seenAt(view, frame, depth, x + dx, foot)
      const size = place.scale * scale
      const bend = Math.sin(seconds * 1.1 + phase) * tall * 0.012 * scale
      drawImage(frame, image, {
        x: place.x - (image.luma.width * size) / 2,
        y: place.y - image.luma.height * size,
        scale: size,
        sway: (row) =>
          bend * (1 - row) ** 2 + Math.sin(seconds * 3.1 + row * 9 + phase) * bend * 0.16 * (1 - row),
      })
    }
  return [at(side * -set.unit * 0.1, 0.8, 2), at(0, 1, 0)]
}

function palm(colour: string): string {
  const fronds = [-172, -146, -118, -88, -58, -30, -4, 22]
    .map((angle, order) => {
      const long = 44 + (order % 3) * 6
      return `<path transform="translate(66 42) rotate(${angle})" d="M0 0Q${long * 0.45} -15 ${long} ${4 + order}Q${long * 0.5} -3 0 3Z" fill="${colour}"/>`
    })
    .join('')
  return `<path d="M52 150Q48 96 65 42L69 43Q58 98 62 150Z" fill="${colour}"/>${fronds}<circle cx="64" cy="47" r="3.4" fill="${colour}"/><circle cx="70" cy="48" r="3" fill="${colour}"/>`
}
