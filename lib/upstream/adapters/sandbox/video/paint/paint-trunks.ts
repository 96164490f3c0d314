import type { Random } from '../../images/random-of'
import { type Canvas, createCanvas } from './create-canvas'
import { noiseOf } from './noise-of'
import type { Ramp, Rgb } from './ramp'

export type TrunkLook = {
  count: number
  /** Of a trunk at its foot, in pixels. */
  thin: number
  thick: number
  /** From the crown down to the ground. */
  body: Ramp
  lit: Rgb
  lightX: -1 | 1
  /** Where the crowns end and the ground begins, from the upper edge. */
  crown: number
  ground: number
  /** The share of the width in the middle that stays clear of trunks. */
  clearing: number
}

/** A row of trees from below: trunks between a ceiling of leaves and the ground. */
export function paintTrunks(random: Random, width: number, height: number, look: TrunkLook): Canvas {
  const canvas = createCanvas(width, height)
  const noise = noiseOf(random.whole(0, 1e9))
  const pitch = canvas.width / look.count
  for (let at = 0; at < look.count; at++) {
    const place = (at + random.between(0.12, 0.88)) * pitch
    const aside = place / canvas.width - 0.5
    const x = canvas.width * (0.5 + Math.sign(aside) * Math.max(Math.abs(aside), look.clearing / 2))
    trunk(canvas, look, x, random.between(look.thin, look.thick), noise.line(at * 3.7) - 0.5, noise)
  }
  for (let x = 0; x < canvas.width; x++) {
    const leaves = look.crown * (0.35 + 0.65 * noise.lineOctaves(x / (look.thick * 3.2), 4))
    for (let y = 0; y < leaves; y++)
      put(canvas, x, y, look.body.at(y / canvas.height), Math.min(1, leaves - y))
    const ground = look.ground - look.thick * 0.8 * noise.lineOctaves(x / (look.thick * 4) + 50, 4)
    for (let y = Math.floor(ground); y < canvas.height; y++)
      put(canvas, x, y, look.body.at(y / canvas.height), Math.min(1, y + 1 - ground))
  }
  return canvas
}

function trunk(
  canvas: Canvas,
  look: TrunkLook,
  x: number,
  thick: number,
  lean: number,
  noise: { line(at: number): number },
): void {
  for (let y = 0; y < canvas.height; y++) {
    const up = 1 - y / look.ground
    const flare = up < 0.12 ? 1 + ((0.12 - up) / 0.12) ** 2 * 0.7 : 1
    const half = (thick / 2) * (1 - up * 0.32) * flare
    const middle = x + lean * up * thick * 3 + (noise.line(y / (thick * 2.4) + x) - 0.5) * thick * 0.5
    const body = look.body.at(y / canvas.height)
    for (let column = Math.floor(middle - half); column <= middle + half; column++) {
      const side = ((column - middle) / half) * look.lightX
      const cover = Math.min(1, half - Math.abs(column - middle) + 0.5)
      const share = side > 0.25 ? (side - 0.25) * 0.62 : 0
      put(canvas, column, y, mix(body, look.lit, share), cover)
    }
  }
}

function put(
  { width, height, data }: Canvas,
  x: number,
  y: number,
  [red, green, blue]: Rgb,
  cover: number,
): void {
  if (x < 0 || x >= width || y < 0 || y >= height || cover <= 0) return
  const at = (y * width + x) * 4
  const alpha = cover * 255
  if ((data[at + 3] ?? 0) > alpha) return
  data[at] = red
  data[at + 1] = green
  data[at + 2] = blue
  data[at + 3] = alpha
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ]
}
