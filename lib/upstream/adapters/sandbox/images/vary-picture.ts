import sharp, { type Sharp } from 'sharp'
import type { SourceImage } from '@/lib/upstream/contract/image-model'
import type { PictureSize } from './picture-size'
import type { Random } from './random'

/** The source seen again: mirrored, closer, in another light. */
export function varyPicture(source: SourceImage, size: PictureSize, random: Random): Sharp {
  return sharp(source.bytes)
    .resize({ ...size, fit: 'cover' })
    .flop(random.chance(0.5))
    .modulate({
      brightness: random.between(0.85, 1.15),
      saturation: random.between(0.7, 1.4),
      hue: random.whole(-25, 25),
    })
}
