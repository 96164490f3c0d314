import { open, type Raster } from '../styles/raster'
import type { Edit } from './read-edit'

/** Mirrored or turned, in the size that it had. */
export async function reposition(raster: Raster, { mirrors, turnsDegrees }: Edit): Promise<Raster> {
  if (!mirrors && turnsDegrees === 0) return raster
  const { width, height } = raster
  const mirrored = mirrors ? await open(raster).flop().raw().toBuffer() : raster.pixels
  const pixels = await open({ width, height, pixels: mirrored })
    .rotate(turnsDegrees)
    .resize({ width, height, fit: 'cover' })
    .raw()
    .toBuffer()
  return { width, height, pixels }
}
