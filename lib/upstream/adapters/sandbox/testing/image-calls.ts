import sharp from 'sharp'
import type {
  ImageEditCall,
  ImageGenerateCall,
  ImageSettings,
  ImageVaryCall,
  SourceImage,
} from '@/lib/upstream/contract/image-model'

const settings: ImageSettings = {
  model: 'image-2',
  n: 1,
  size: '320x320',
  quality: 'low',
  outputFormat: 'png',
  outputCompression: null,
  background: 'auto',
  moderation: 'auto',
  seed: null,
  signal: new AbortController().signal,
}

/** Calls as the gateway makes them, with whatever a test cares about on top. */
export const imageCall = {
  generate: (prompt: string, more: Partial<ImageGenerateCall> = {}): ImageGenerateCall => ({
    ...settings,
    prompt,
    ...more,
  }),
  edit: (prompt: string, source: SourceImage, more: Partial<ImageEditCall> = {}): ImageEditCall => ({
    ...settings,
    size: 'auto',
    prompt,
    source,
    mask: null,
    ...more,
  }),
  vary: (source: SourceImage, more: Partial<ImageVaryCall> = {}): ImageVaryCall => ({
    ...settings,
    source,
    ...more,
  }),
}

/** A picture in which no two neighbours are alike, so that any change to it shows. */
export async function colourfulSource(
  width: number,
  height: number,
  channels: 3 | 4 = 3,
): Promise<SourceImage> {
  const pixels = Buffer.alloc(width * height * channels)
  for (let at = 0; at < pixels.length; at++)
    pixels[at] = (at * 37 + Math.floor(at / (width * channels)) * 11) % 256
  const bytes = await sharp(pixels, { raw: { width, height, channels } }).png().toBuffer()
  return { bytes, mimeType: 'image/png', width, height }
}

/** Opaque but for one rectangle. */
export async function maskWithWindow(
  { width, height }: { width: number; height: number },
  window: { left: number; top: number; width: number; height: number },
): Promise<SourceImage> {
  const pixels = Buffer.alloc(width * height * 4, 255)
  for (let y = window.top; y < window.top + window.height; y++)
    for (let x = window.left; x < window.left + window.width; x++) pixels[(y * width + x) * 4 + 3] = 0
  const bytes = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
  return { bytes, mimeType: 'image/png', width, height }
}

const SIDE = 16

/** How different two pictures look, from 0 (alike) to 1: the mean distance of their colours on a coarse grid. */
export async function pictureDistance(one: Buffer, other: Buffer): Promise<number> {
  const [left, right] = await Promise.all([grid(one), grid(other)])
  return left.reduce((sum, value, at) => sum + Math.abs(value - (right[at] ?? 0)), 0) / left.length / 255
}

async function grid(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes)
    .flatten({ background: '#808080' })
    .resize(SIDE, SIDE, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer()
}
