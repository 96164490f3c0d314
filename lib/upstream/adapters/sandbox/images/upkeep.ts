import type { Sharp } from 'sharp'
import { sharp } from '@/lib/platform/sharp'
import type { ImageEditCall } from '@/lib/upstream/contract/image-model'
import {
  labelOf,
  openRaster,
  type PictureSize,
  type Raster,
  readRaster,
  readSource,
  sourceSize,
} from './paint'

/** The sandbox's models without a prompt, which say in the image that they are the sandbox. */

type Upkeep = { size: PictureSize; paint: () => Promise<Sharp> }

const FACTOR = 2

/** Resamples the source to the requested size, by default twice its own. No detail is added. */
export async function upscale({ source, size: asked }: ImageEditCall): Promise<Upkeep> {
  const [width, height] = asked.split('x').map(Number)
  const size = width && height ? { width, height } : await sourceSize(source, FACTOR)
  return {
    size,
    paint: async () => openRaster(await readSource(source, size)).composite([labelOf(size)]),
  }
}

/** Makes everything transparent that is smooth up to the border: plain backgrounds and skies. */
export async function removeBackground({ source }: ImageEditCall): Promise<Upkeep> {
  const size = await sourceSize(source)
  return {
    size,
    async paint() {
      const raster = await readSource(source, size)
      const small = await readRaster(openRaster(raster).resize(SCAN, SCAN, { fit: 'inside' }))
      const kept = sharp(keepSubject(small), { raw: { ...sizeOf(small), channels: 4 } })
      const mask = await kept
        .resize({ ...size, fit: 'fill' })
        .png()
        .toBuffer()
      const cut = await readRaster(openRaster(raster).composite([{ input: mask, blend: 'dest-in' }]))
      return openRaster(cut).composite([labelOf(size)])
    },
  }
}

/** The longest side that is searched, so that a large image does not block the process. */
const SCAN = 512
/** Neighbours that differ less, in any channel, belong together. */
const SMOOTH = 7
const CHANNELS = 4

const sizeOf = ({ width, height }: Raster) => ({ width, height })

/** White where the image is kept, transparent where it is connected to the border by smooth steps. */
function keepSubject({ pixels, width, height }: Raster): Buffer {
  const mask = Buffer.alloc(pixels.length, 255)
  const open: number[] = []
  const remove = (pixel: number) => {
    if (mask[pixel * CHANNELS + 3] === 0) return
    mask[pixel * CHANNELS + 3] = 0
    open.push(pixel)
  }
  for (let x = 0; x < width; x++) for (const y of [0, height - 1]) remove(y * width + x)
  for (let y = 0; y < height; y++) for (const x of [0, width - 1]) remove(y * width + x)
  const isSmooth = (a: number, b: number) =>
    [0, 1, 2, 3].every(
      (channel) =>
        Math.abs((pixels[a * CHANNELS + channel] ?? 0) - (pixels[b * CHANNELS + channel] ?? 0)) < SMOOTH,
    )
  for (let pixel = open.pop(); pixel !== undefined; pixel = open.pop()) {
    const x = pixel % width
    const near = [
      pixel - width,
      pixel + width,
      ...(x > 0 ? [pixel - 1] : []),
      ...(x + 1 < width ? [pixel + 1] : []),
    ]
    for (const next of near) if (next >= 0 && next < width * height && isSmooth(pixel, next)) remove(next)
  }
  return mask
}
