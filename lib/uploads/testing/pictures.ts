import sharp from 'sharp'

type Size = { width: number; height: number }

/** Real pictures: noise, so that no format shrinks them to nothing, or one half-transparent colour. */
export function makePicture(format: 'png' | 'jpeg' | 'webp', size: Size, hasAlpha = false): Promise<Buffer> {
  const create = hasAlpha
    ? { ...size, channels: 4 as const, background: { r: 200, g: 80, b: 40, alpha: 0.5 } }
    : {
        ...size,
        channels: 3 as const,
        background: 'black',
        noise: { type: 'gaussian' as const, mean: 128, sigma: 30 },
      }
  return sharp({ create })[format]().toBuffer()
}
