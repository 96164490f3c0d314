import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { ImageGenerateCall } from '@/lib/upstream/contract/image-model'
import { createSandboxImages } from './create-sandbox-images'

const images = createSandboxImages()
const call = (more: Partial<ImageGenerateCall> = {}): ImageGenerateCall => ({
  model: 'image-1',
  prompt: 'A lighthouse at dusk',
  n: 1,
  size: '1024x1024',
  quality: 'auto',
  outputFormat: 'png',
  outputCompression: null,
  background: 'auto',
  moderation: 'auto',
  seed: null,
  signal: new AbortController().signal,
  ...more,
})

it.each(['png', 'jpeg', 'webp'] as const)('draws %s in the size asked for', async (outputFormat) => {
  const answer = await images.generate(call({ outputFormat, size: '768x512' }))
  const meta = await sharp(answer.images[0]?.bytes).metadata()
  expect(meta).toMatchObject({ format: outputFormat, width: 768, height: 512 })
  expect(answer).toMatchObject({ size: '768x512', quality: 'medium' })
})
