import { openPicture } from '@/lib/platform/sharp'
import { MediaFault } from './media-fault'
import { mediaLimits, ratioLimits, sideLimits } from './media-limits'

const MAX_PIXELS = sideLimits.max * sideLimits.max
const types = mediaLimits.Image.mimeTypes

/** Throws MediaFault. The picture is decoded to its last pixel, in bounded memory. */
export async function checkImage(path: string): Promise<void> {
  const { autoOrient } = await openPicture(path, { types, limitInputPixels: false })
    .then((picture) => picture.metadata())
    .catch(() => {
      throw new MediaFault('FormatUnsupported', 'The picture cannot be decoded.')
    })
  const { width, height } = autoOrient
  checkSide('Width', width)
  checkSide('Height', height)
  checkRatio(width / height)
  if (width * height > MAX_PIXELS)
    throw new MediaFault('PixelCountTooLarge', 'The picture has too many pixels.')
  const options = { types, limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const
  const picture = await openPicture(path, options)
  await picture
    .resize(16, 16, { fit: 'fill', fastShrinkOnLoad: false })
    .raw()
    .toBuffer()
    .catch(() => {
      throw new MediaFault('FormatUnsupported', 'The picture cannot be decoded.')
    })
}

export function checkSide(side: 'Width' | 'Height', pixels: number): void {
  const range = `${side} is ${pixels} px; it must be ${sideLimits.min} to ${sideLimits.max}.`
  if (pixels < sideLimits.min) throw new MediaFault(`${side}TooSmall`, range)
  if (pixels > sideLimits.max) throw new MediaFault(`${side}TooLarge`, range)
}

export function checkRatio(ratio: number): void {
  const range = `Width by height is ${ratio.toFixed(2)}; it must be ${ratioLimits.min} to ${ratioLimits.max}.`
  if (ratio < ratioLimits.min) throw new MediaFault('AspectRatioTooSmall', range)
  if (ratio > ratioLimits.max) throw new MediaFault('AspectRatioTooLarge', range)
}
