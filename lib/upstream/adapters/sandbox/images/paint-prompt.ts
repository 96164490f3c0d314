import sharp, { type Sharp } from 'sharp'
import type { ImageQuality } from '@/lib/upstream/contract/image-model'
import { hashText } from '../conversation/hash-text'
import type { PictureSize } from './picture-size'
import { randomOf } from './random'

export type Painting = {
  prompt: string
  seed: number | null
  /** Which of the pictures of one call. */
  index: number
  size: PictureSize
  quality: ImageQuality
  background: 'opaque' | 'transparent'
}

/** A picture composed from the words: the same one for the same painting. */
export function paintPrompt({ prompt, seed, index, size, quality, background }: Painting): Sharp {
  const random = randomOf(hashText(`${prompt}\n${seed ?? ''}\n${index}`))
  const hue = random.whole(0, 359)
  const discs = Array.from({ length: { low: 4, medium: 7, high: 12 }[quality] }, (_, step) => {
    const radius = (random.between(0.1, 0.35) * Math.min(size.width, size.height)).toFixed(1)
    const fill = `hsl(${hue + step * 17}, 70%, ${random.whole(35, 75)}%)`
    return `<circle cx="${random.between(0, 100)}%" cy="${random.between(0, 100)}%" r="${radius}" fill="${fill}" fill-opacity=".85"/>`
  })
  const ground =
    background === 'transparent' ? '' : `<rect width="100%" height="100%" fill="hsl(${hue}, 45%, 90%)"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${ground}${discs.join('')}</svg>`
  return sharp(Buffer.from(svg))
}
