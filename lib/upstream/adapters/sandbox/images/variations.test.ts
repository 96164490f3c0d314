import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { colourfulSource, imageCall, pictureDistance } from '../testing/image-calls'
import { createSandboxImages } from './images'

const images = createSandboxImages()

async function castle() {
  const drawn = await images.generate(imageCall.generate('A red castle by a lake', { size: '480x320' }))
  return { bytes: drawn.images[0]?.bytes ?? Buffer.alloc(0), mimeType: 'image/png', width: 480, height: 320 }
}

describe('variations', () => {
  it('resemble their source more than anything else, and no two are alike', async () => {
    const source = await castle()
    const answer = await images.vary?.(imageCall.vary(source, { n: 4, size: '1536x1024' }))
    const stranger = await images.generate(imageCall.generate('Neon city at night', { size: '480x320' }))
    const strange = await pictureDistance(source.bytes, stranger.images[0]?.bytes ?? Buffer.alloc(0))
    const made = answer?.images.map(({ bytes }) => bytes) ?? []
    expect(made).toHaveLength(4)
    for (const [at, one] of made.entries()) {
      const distance = await pictureDistance(source.bytes, one)
      expect(distance).toBeGreaterThan(0.01)
      expect(distance).toBeLessThan(strange * 0.75)
      for (const other of made.slice(at + 1)) expect(await pictureDistance(one, other)).toBeGreaterThan(0.01)
    }
  })

  it.each([
    [300, 200, '1536x1024'],
    [200, 300, '1024x1536'],
    [200, 210, '1024x1024'],
  ])('of %i by %i choose the nearest size that there is', async (width, height, size) => {
    const source = await colourfulSource(width, height)
    const answer = await images.vary?.(imageCall.vary(source, { size: 'auto', outputFormat: 'jpeg' }))
    expect(answer?.size).toBe(size)
    expect(answer?.images[0]?.revisedPrompt).toBeNull()
  })

  it('are the same for the same source and seed', async () => {
    const source = await colourfulSource(64, 64)
    const one = await images.vary?.(imageCall.vary(source, { seed: 3 }))
    const two = await images.vary?.(imageCall.vary(source, { seed: 3 }))
    expect(one).toEqual(two)
    expect(await images.vary?.(imageCall.vary(source, { seed: 4 }))).not.toEqual(one)
  })

  it('keep what is clear', async () => {
    const drawn = await images.generate(imageCall.generate('A cat', { background: 'transparent' }))
    const source = {
      bytes: drawn.images[0]?.bytes ?? Buffer.alloc(0),
      mimeType: 'image/png',
      width: 320,
      height: 320,
    }
    const answer = await images.vary?.(imageCall.vary(source))
    const { channels } = await sharp(answer?.images[0]?.bytes).stats()
    expect(channels[3]?.min).toBe(0)
  })
})
