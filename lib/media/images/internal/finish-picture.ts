import { storableText } from '@/lib/platform/json'
import { openPicture, sharp } from '@/lib/platform/sharp'
import type { MadeImage, SourceImage } from '@/lib/upstream/contract/image-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { mixByMask } from '@/lib/upstream/mix-by-mask'
import type { TaskSettings } from './task-record'

/** An image as the customer gets it. */
export type Picture = {
  bytes: Buffer
  mimeType: string
  width: number
  height: number
  revisedPrompt: string | null
  /** It has no transparent pixels. */
  isOpaque: boolean
}

export type EditSources = { source: SourceImage; mask: SourceImage | null }

/**
 * An upstream's image in the requested format, with its size measured, and restored to the source outside the mask. Throws
 * `failed` if it is not a raster image.
 */
export async function finishPicture(
  made: MadeImage,
  settings: TaskSettings,
  sources: EditSources | null,
): Promise<Picture> {
  try {
    const measured = await (await openPicture(made.bytes)).metadata()
    const { width, height } = measured
    const bytes = await toFormat(made.bytes, measured.format, settings)
    const hasMask = sources?.mask && settings.outputFormat === 'png'
    const kept = hasMask ? await keepOutsideMask(bytes, { ...sources, width, height }) : bytes
    const revisedPrompt = made.revisedPrompt === null ? null : storableText(made.revisedPrompt)
    const mimeType = `image/${settings.outputFormat}`
    const isOpaque = await looksOpaque(kept, settings)
    return { bytes: kept, mimeType, width, height, revisedPrompt, isOpaque }
  } catch (cause) {
    throw new UpstreamError('failed', { cause })
  }
}

/** The pixels are checked only if the background was left to the upstream. */
async function looksOpaque(bytes: Buffer, { background }: TaskSettings): Promise<boolean> {
  if (background !== 'auto') return background === 'opaque'
  const { hasAlpha } = await (await openPicture(bytes)).metadata()
  return !hasAlpha || (await (await openPicture(bytes)).stats()).isOpaque
}

/** Some upstreams support only one format. */
async function toFormat(bytes: Buffer, format: string | undefined, settings: TaskSettings): Promise<Buffer> {
  const { outputFormat, outputCompression } = settings
  if (format === outputFormat) return bytes
  const picture = await openPicture(bytes)
  if (outputFormat === 'png') return picture.png().toBuffer()
  const quality = Math.max(1, outputCompression ?? 100)
  if (outputFormat === 'webp') return picture.webp({ quality }).toBuffer()
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality }).toBuffer()
}

type Edit = { source: SourceImage; mask: SourceImage | null; width: number; height: number }

const CHANNELS = 4

/**
 * The edited image where the mask is transparent, and exactly the source everywhere else; half-transparent pixels are mixed.
 * An image of another size than its source is returned unchanged.
 */
export async function keepOutsideMask(edited: Buffer, edit: Edit): Promise<Buffer> {
  const { source, mask, width, height } = edit
  if (mask === null || source.width !== width || source.height !== height) return edited
  const [original, changed, kept] = await Promise.all([
    rawOf(source.bytes),
    rawOf(edited),
    alphaOf(mask.bytes),
  ])
  if (original.length !== changed.length || kept.length * CHANNELS !== changed.length) return edited
  const mixed = mixByMask({ source: original, edited: changed, kept })
  return sharp(mixed, { raw: { width, height, channels: CHANNELS } })
    .png()
    .toBuffer()
}

/** Four bytes a pixel, rotated as displayed. */
async function rawOf(bytes: Buffer): Promise<Buffer> {
  const picture = await openPicture(bytes)
  return picture.autoOrient().toColourspace('srgb').ensureAlpha().raw().toBuffer()
}

/** The alpha channel, one byte a pixel. */
async function alphaOf(bytes: Buffer): Promise<Buffer> {
  const picture = await openPicture(bytes)
  return picture.autoOrient().ensureAlpha().extractChannel('alpha').raw().toBuffer()
}
