import type { OverlayOptions } from 'sharp'
import type { PictureSize } from '../picture-size'
import { randomOf } from '../random-of'

const SIDE = 256
const tiles = new Map<number, Buffer>()

/** Paper grain, the same in every picture of one strength: a tile of grey noise to lay over it softly. */
export function grain(wanted: number, size: PictureSize): OverlayOptions {
  const strength = Math.round(wanted)
  const known = tiles.get(strength) ?? noise(strength)
  tiles.set(strength, known)
  // A tile must not be larger than what it is laid over.
  const [width, height] = [Math.min(SIDE, size.width), Math.min(SIDE, size.height)]
  const input = width === SIDE && height === SIDE ? known : corner(known, width, height)
  return { input, raw: { width, height, channels: 3 }, tile: true, blend: 'soft-light' }
}

function corner(tile: Buffer, width: number, height: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) => tile.subarray(y * SIDE * 3, y * SIDE * 3 + width * 3))
  return Buffer.concat(rows)
}

function noise(strength: number): Buffer {
  const random = randomOf(20260921)
  const pixels = Buffer.alloc(SIDE * SIDE * 3)
  for (let at = 0; at < pixels.length; at += 3) {
    const value = 128 + (random.next() + random.next() - 1) * strength
    pixels.fill(Math.round(value), at, at + 3)
  }
  return pixels
}
