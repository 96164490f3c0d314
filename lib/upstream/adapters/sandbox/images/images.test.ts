import sharp from 'sharp'
import { describe, expect, it, test } from 'vitest'
import { countTokens } from '@/lib/platform/tokens'
import { colourfulSource, imageCall, pictureDistance } from '../testing'
import { createSandboxImages } from './images'

const images = createSandboxImages()

async function draw(...call: Parameters<typeof imageCall.generate>): Promise<Buffer> {
  const { images: made } = await images.generate(imageCall.generate(...call))
  return made[0]?.bytes ?? Buffer.alloc(0)
}

describe('a picture', () => {
  it.each(['png', 'jpeg', 'webp'] as const)(
    'comes as %s in exactly the size asked for',
    async (outputFormat) => {
      const answer = await images.generate(
        imageCall.generate('A lighthouse at dusk', { outputFormat, size: '768x512', quality: 'auto' }),
      )
      expect(answer).toMatchObject({ size: '768x512', quality: 'medium' })
      expect(answer.images[0]?.mimeType).toBe(`image/${outputFormat}`)
      const meta = await sharp(answer.images[0]?.bytes).metadata()
      expect(meta).toMatchObject({ format: outputFormat, width: 768, height: 512, hasAlpha: false })
    },
  )

  it.each(['3840x2160', '2160x3840', '16x16', '1536x512', '512x1536', '1008x1040'])(
    'can be %s',
    async (size) => {
      const meta = await sharp(await draw('Mountains at sunset', { size, outputFormat: 'jpeg' })).metadata()
      expect(`${meta.width}x${meta.height}`).toBe(size)
    },
  )

  it.each(['low', 'medium', 'high'] as const)(
    'can be the smallest there is in %s quality',
    async (quality) => {
      for (const size of ['16x16', '48x16', '512x192']) {
        const meta = await sharp(await draw('A kite', { size, quality })).metadata()
        expect(`${meta.width}x${meta.height}`).toBe(size)
      }
    },
  )

  it.each([
    ['A wide panorama of hills', '1536x1024'],
    ['Portrait of a poet', '1024x1536'],
    ['A teapot', '1024x1024'],
  ])('of "%s" chooses its own size, and tells it', async (prompt, size) => {
    const answer = await images.generate(imageCall.generate(prompt, { size: 'auto', outputFormat: 'jpeg' }))
    expect(answer.size).toBe(size)
    const { width, height } = await sharp(answer.images[0]?.bytes).metadata()
    expect(`${width}x${height}`).toBe(size)
  })

  it('is smaller the more it is compressed', async () => {
    const sizes = await Promise.all(
      [100, 60, 10, 0].map((outputCompression) =>
        draw('A busy street', { outputFormat: 'webp', outputCompression }),
      ),
    )
    const lengths = sizes.map((bytes) => bytes.length)
    expect(lengths).toEqual([...lengths].sort((a, b) => b - a))
    expect(new Set(lengths).size).toBe(4)
  })
})

describe('a transparent background', () => {
  it.each(['png', 'webp'] as const)('is really clear in %s', async (outputFormat) => {
    for (const prompt of ['A golden retriever', 'A mountain lake']) {
      const bytes = await draw(prompt, { background: 'transparent', outputFormat })
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
      expect(info.channels).toBe(4)
      const alphas = data.filter((_, at) => at % 4 === 3)
      expect(alphas[0]).toBe(0)
      expect(alphas.filter((alpha) => alpha === 0).length).toBeGreaterThan(alphas.length * 0.15)
      expect(alphas.filter((alpha) => alpha === 255).length).toBeGreaterThan(alphas.length * 0.1)
    }
  })
})

describe('what a picture depends on', () => {
  it('is the same, to the byte, for the same call', async () => {
    expect(await draw('A fox in the snow', { seed: 7 })).toEqual(await draw('A fox in the snow', { seed: 7 }))
  })

  it('differs by seed, and among the pictures of one call', async () => {
    const { images: made } = await images.generate(imageCall.generate('A quiet harbour', { n: 4 }))
    const others = await Promise.all([1, 2].map((seed) => draw('A quiet harbour', { seed })))
    const all = [
      ...made.map(({ bytes }) => bytes.toString('base64')),
      ...others.map((bytes) => bytes.toString('base64')),
    ]
    expect(new Set(all).size).toBe(6)
  })

  test('ten prompts give ten visibly different pictures', async () => {
    const prompts = [
      'A red fox in a snowy forest at dusk',
      'Hot air balloons over the desert at sunrise',
      'A cup of coffee on a wooden table',
      'Cyberpunk city in neon rain',
      'Abstract composition in teal and orange',
      'An astronaut above a purple planet',
      'Three sailboats on a calm lake',
      'Portrait of a young woman',
      'A whale under the ocean',
      'Sunflowers in a green garden',
    ]
    const drawn = await Promise.all(prompts.map((prompt) => draw(prompt)))
    for (const [at, one] of drawn.entries())
      for (const [other, second] of drawn.slice(at + 1).entries()) {
        const distance = await pictureDistance(one, second)
        expect(distance, `${prompts[at]} | ${prompts[at + 1 + other]}`).toBeGreaterThan(0.08)
      }
  })

  it('draws whatever it is given', async () => {
    for (const prompt of [
      '?',
      '🦊🌊',
      '日落时分的海边',
      'مدينة في الليل',
      '<svg onload="x">&"\'',
      'x'.repeat(32_000),
      '\u0000\ud800',
    ])
      expect((await sharp(await draw(prompt)).metadata()).width).toBe(320)
  })
})

describe('the answer', () => {
  it('returns the size and the usage', async () => {
    const prompt = 'A lighthouse at dusk'
    const answer = await images.generate(
      imageCall.generate(prompt, { n: 2, size: '1024x1024', quality: 'high' }),
    )
    expect(answer.images.map(({ revisedPrompt }) => revisedPrompt)).toEqual([prompt, prompt])
    const textTokens = countTokens(prompt)
    expect(answer.usage).toEqual({
      inputTokens: textTokens,
      outputTokens: 2 * 4160,
      totalTokens: textTokens + 2 * 4160,
      inputTokensDetails: { textTokens, imageTokens: 0 },
      outputTokensDetails: { textTokens: 0, imageTokens: 2 * 4160 },
    })
  })
})

describe('variations', () => {
  const images = createSandboxImages()

  async function castle() {
    const drawn = await images.generate(imageCall.generate('A red castle by a lake', { size: '480x320' }))
    return {
      bytes: drawn.images[0]?.bytes ?? Buffer.alloc(0),
      mimeType: 'image/png',
      width: 480,
      height: 320,
    }
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
        for (const other of made.slice(at + 1))
          expect(await pictureDistance(one, other)).toBeGreaterThan(0.01)
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
})
