import type { Sharp } from 'sharp'
import type { ImageSettings, MadeImage } from '@/lib/upstream/contract/image-model'

type Format = Pick<ImageSettings, 'outputFormat' | 'outputCompression'>

/** The bytes in the format asked for. `outputCompression` is OpenAI's: 100 is the least compressed. */
export async function encodePicture(
  picture: Sharp,
  { outputFormat, outputCompression }: Format,
): Promise<Pick<MadeImage, 'bytes' | 'mimeType'>> {
  const quality = Math.max(1, outputCompression ?? 100)
  if (outputFormat === 'jpeg') {
    return { bytes: await picture.jpeg({ quality }).toBuffer(), mimeType: 'image/jpeg' }
  }
  if (outputFormat === 'webp') {
    return { bytes: await picture.webp({ quality, effort: 2 }).toBuffer(), mimeType: 'image/webp' }
  }
  return { bytes: await picture.png({ compressionLevel: 6 }).toBuffer(), mimeType: 'image/png' }
}
