import sharp from 'sharp'

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
