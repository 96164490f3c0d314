import { sharp } from '@/lib/platform/sharp'
import { storableText } from '@/lib/platform/storable-text'
import type { MadeImage, SourceImage } from '@/lib/upstream/contract/image-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { keepOutsideMask } from './keep-outside-mask'
import type { TaskSettings } from './task-record'

/** A picture as the customer gets it. */
export type Picture = {
  bytes: Buffer
  mimeType: string
  width: number
  height: number
  revisedPrompt: string | null
}

export type EditSources = { source: SourceImage; mask: SourceImage | null }

const MOST_PIXELS = 64_000_000

/**
 * What an upstream made, measured by its bytes, in the format that was asked for, and outside a mask exactly as the
 * source was. Throws `failed` for what is not a picture.
 */
export async function finishPicture(
  made: MadeImage,
  settings: TaskSettings,
  sources: EditSources | null,
): Promise<Picture> {
  try {
    const measured = await sharp(made.bytes, { limitInputPixels: MOST_PIXELS }).metadata()
    const { width, height } = measured
    const bytes = await inFormat(made.bytes, measured.format, settings)
    const isCut = sources?.mask && settings.outputFormat === 'png'
    const kept = isCut ? await keepOutsideMask(bytes, { ...sources, width, height }) : bytes
    const revisedPrompt = made.revisedPrompt === null ? null : storableText(made.revisedPrompt)
    return { bytes: kept, mimeType: `image/${settings.outputFormat}`, width, height, revisedPrompt }
  } catch (cause) {
    throw new UpstreamError('failed', { cause })
  }
}

/** Some upstreams know only one format. */
async function inFormat(bytes: Buffer, format: string | undefined, settings: TaskSettings): Promise<Buffer> {
  const { outputFormat, outputCompression } = settings
  if (format === outputFormat) return bytes
  const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS })
  if (outputFormat === 'png') return picture.png().toBuffer()
  const quality = Math.max(1, outputCompression ?? 100)
  if (outputFormat === 'webp') return picture.webp({ quality }).toBuffer()
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality }).toBuffer()
}
