import { sharp } from '@/lib/platform/sharp'
import type { Card } from '../film/pictures'
import { createCanvas } from '../paint/create-canvas'
import { drawImage } from '../picture/draw-image'
import type { PlaneImage } from '../picture/plane-image'
import { toPlaneImage } from '../picture/to-plane-image'
import { seenAt } from '../stage/camera'
import type { FilmSet } from '../stage/film-set'
import type { Prop } from '../stage/prop'
import { cardMarks } from './card-marks'

type Seat = { x: number; y: number; tilt: number; depth: number; phase: number; image: PlaneImage }

/** The prompt's references, as prints that float into the picture one after the other and stay. */
export async function layCards(set: FilmSet, cards: readonly Card[]): Promise<Prop[]> {
  if (cards.length === 0) return []
  const { width, height, unit } = set
  const random = set.random.fork('cards')
  const columns = Math.min(cards.length, width > height ? 5 : 3)
  const rows = Math.ceil(cards.length / columns)
  const widest = (width * 0.84) / columns
  const tall = Math.min(unit * 0.34, (height * 0.56) / rows, widest)
  const seats: Seat[] = []
  for (const [at, card] of cards.entries()) {
    const column = at % columns
    const row = Math.floor(at / columns)
    const inRow = Math.min(columns, cards.length - row * columns)
    const tilt = random.between(-7, 7)
    seats.push({
      x: width * (0.5 + (column - (inRow - 1) / 2) * (0.84 / columns)),
      y: height * 0.36 + (row - (rows - 1) / 2) * tall * 1.16,
      tilt,
      depth: 0.5 + 0.18 * (at % 3),
      phase: random.between(0, 6),
      image: await print(card, tall, widest * 0.94, tilt),
    })
  }
  return seats.map((seat, at) => floating(set, seat, at))
}

function floating({ width, unit }: FilmSet, { x, y, depth, phase, image }: Seat, order: number): Prop {
  return (frame, { view, seconds }) => {
    const come = Math.min(1, Math.max(0, (seconds - 0.15 - order * 0.22) / 0.8))
    if (come === 0) return
    const eased = 1 - (1 - come) ** 3
    const aside = (1 - eased) * width * 0.35 * (x < width / 2 ? -1 : 1)
    const up = Math.sin(seconds * 1.1 + phase) * unit * 0.008
    const place = seenAt(view, frame, depth, x + aside, y + up)
    drawImage(frame, image, {
      x: place.x - (image.luma.width * place.scale) / 2,
      y: place.y - (image.luma.height * place.scale) / 2,
      scale: place.scale,
      opacity: eased,
    })
  }
}

/** A print with a white margin and a shadow, turned a little. */
async function print(
  { picture, note }: Card,
  most: number,
  widest: number,
  tilt: number,
): Promise<PlaneImage> {
  const aspect = Math.min(1.6, Math.max(0.66, picture.width / picture.height))
  const wide = Math.min(most * aspect, widest)
  const tall = wide / aspect
  const margin = Math.round(tall * 0.045)
  const [innerWidth, innerHeight] = [Math.round(wide - 2 * margin), Math.round(tall - 2 * margin)]
  const inner = await sharp(picture.pixels, {
    raw: { width: picture.width, height: picture.height, channels: 3 },
  })
    .resize(innerWidth, innerHeight, { fit: 'cover' })
    .png()
    .toBuffer()
  const marks =
    note === null
      ? []
      : [{ input: Buffer.from(cardMarks(innerWidth, innerHeight, note)), left: margin, top: margin }]
  const card = await sharp({
    create: {
      width: innerWidth + 2 * margin,
      height: innerHeight + 2 * margin,
      channels: 4,
      background: '#fbf8f1',
    },
  })
    .composite([{ input: inner, left: margin, top: margin }, ...marks])
    .extend({ top: 2, bottom: 2, left: 2, right: 2, background: '#00000030' })
    .png()
    .toBuffer()
  const { data, info } = await sharp(card)
    .rotate(tilt, { background: '#00000000' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const canvas = createCanvas(info.width, info.height)
  for (let row = 0; row < info.height; row++)
    canvas.data.set(data.subarray(row * info.width * 4, (row + 1) * info.width * 4), row * canvas.width * 4)
  return toPlaneImage(canvas)
}
