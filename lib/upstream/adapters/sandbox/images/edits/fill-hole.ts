import { open, type Raster } from '../styles/raster'
import { diffuseColours } from './diffuse-colours'

/** The short side of the copy in which colours are carried into the hole: what is invented there has no detail. */
const COPY_SIDE = 72

/** What the mask leaves open is filled with the colours around it. */
export async function fillHole(raster: Raster, mask: Buffer): Promise<Raster> {
  const { width, height } = raster
  const around = withHole(raster, mask)
  const scale = Math.min(1, COPY_SIDE / Math.min(width, height))
  const small = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  const copy = await open(around)
    .resize({ ...small, fit: 'fill' })
    .raw()
    .toBuffer()
  const filled = diffuseColours({ ...small, pixels: copy })
  const pixels = await open(filled)
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .composite([{ input: around.pixels, raw: { width, height, channels: 4 } }])
    .raw()
    .toBuffer()
  return { width, height, pixels }
}

function withHole(raster: Raster, mask: Buffer): Raster {
  const pixels = Buffer.from(raster.pixels)
  for (let pixel = 0; pixel < mask.length; pixel++) {
    if ((mask[pixel] ?? 255) < 255) pixels.fill(0, pixel * 4, pixel * 4 + 4)
  }
  return { ...raster, pixels }
}
