import sharp from 'sharp'
import { expect, it } from 'vitest'
import { keepOutsideMask } from './finish-picture'

const size = { width: 4, height: 2 }
const rgba = (pixels: number[][]) =>
  sharp(Buffer.from(pixels.flat()), { raw: { ...size, channels: 4 } })
    .png()
    .toBuffer()
const rawOf = async (bytes: Buffer) => [...(await sharp(bytes).ensureAlpha().raw().toBuffer())]
const image = (bytes: Buffer) => ({ bytes, mimeType: 'image/png', ...size })

const below = Array.from({ length: 8 }, (_, i) => [i * 30, 255 - i * 30, i, 255 - i * 20])
const above = Array.from({ length: 8 }, () => [9, 8, 7, 255])
const alphas = [0, 255, 128, 0, 255, 255, 0, 1]
const mask = alphas.map((alpha) => [0, 0, 0, alpha])

it('takes the source where the mask is opaque, the edit where it is transparent, and mixes them in between', async () => {
  const [source, edited, cut] = await Promise.all([rgba(below), rgba(above), rgba(mask)])
  const kept = await rawOf(
    await keepOutsideMask(edited, { source: image(source), mask: image(cut), ...size }),
  )
  for (const [i, alpha] of alphas.entries()) {
    const pixel = kept.slice(i * 4, i * 4 + 4)
    const mixed = (below[i] ?? []).map((own, c) =>
      Math.round((own * alpha + (above[i]?.[c] ?? 0) * (255 - alpha)) / 255),
    )
    expect(pixel).toEqual(mixed)
  }
})

it('leaves a picture of another size, or without a mask, as it is', async () => {
  const [source, edited] = await Promise.all([rgba(below), rgba(above)])
  expect(await keepOutsideMask(edited, { source: image(source), mask: null, ...size })).toBe(edited)
  const other = { source: image(source), mask: image(source), width: 8, height: 4 }
  expect(await keepOutsideMask(edited, other)).toBe(edited)
})
