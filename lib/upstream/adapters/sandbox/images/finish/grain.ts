import type { OverlayOptions } from 'sharp'
import { randomOf } from '../random'

const SIDE = 256
const tiles = new Map<number, Buffer>()

/** Paper grain, the same in every picture of one strength: a tile of grey noise to lay over it softly. */
export function grain(wished: number): OverlayOptions {
  const strength = Math.round(wished)
  const known = tiles.get(strength) ?? noise(strength)
  tiles.set(strength, known)
  return { input: known, raw: { width: SIDE, height: SIDE, channels: 3 }, tile: true, blend: 'soft-light' }
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
