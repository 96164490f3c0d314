import sharp from 'sharp'
import { expect, it } from 'vitest'
import { imageCall } from '../testing'
import { createSandboxImages } from './images'

const images = createSandboxImages()

async function made(model: string, bytes: Buffer, more: object = {}) {
  const { width = 0, height = 0 } = await sharp(bytes).metadata()
  const source = { bytes, mimeType: 'image/png', width, height }
  const answer = await images.edit?.({ ...imageCall.edit('', source), model, ...more })
  return answer?.images[0]?.bytes ?? Buffer.alloc(0)
}

/** A red disc on a sky that gets lighter downwards. */
const scene = (width: number, height: number) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#6af"/><stop offset="1" stop-color="#def"/></linearGradient></defs>
      <rect width="100%" height="100%" fill="url(#sky)"/><circle cx="50%" cy="50%" r="25%" fill="#c22"/></svg>`),
  )
    .png()
    .toBuffer()

async function alphaAt(bytes: Buffer, x: number, y: number): Promise<number> {
  const area = { left: x, top: y, width: 1, height: 1 }
  const pixel = await sharp(bytes).ensureAlpha().extract(area).raw().toBuffer()
  return pixel[3] ?? -1
}

it('removes what is smooth up to the border, and keeps the rest', async () => {
  const cut = await made('remove-background', await scene(400, 400))
  expect(await alphaAt(cut, 200, 200)).toBe(255)
  for (const [x, y] of [
    [5, 200],
    [200, 20],
    [395, 200],
  ] as const)
    expect(await alphaAt(cut, x, y)).toBe(0)
})

it('removes the background of a large image within its own size', async () => {
  const cut = await made('remove-background', await scene(1600, 1200))
  expect(await sharp(cut).metadata()).toMatchObject({ width: 1600, height: 1200 })
  expect(await alphaAt(cut, 800, 600)).toBe(255)
  expect(await alphaAt(cut, 20, 600)).toBe(0)
})

it('enlarges an image twice, at most to the largest size, or to the requested one', async () => {
  const sizeOf = async (width: number, height: number, size = 'auto') => {
    const { width: w, height: h } = await sharp(
      await made('upscale', await scene(width, height), { size }),
    ).metadata()
    return `${w}x${h}`
  }
  expect(await sizeOf(300, 200)).toBe('600x400')
  expect(await sizeOf(2400, 1200)).toBe('3840x1920')
  expect(await sizeOf(300, 200, '960x640')).toBe('960x640')
})
