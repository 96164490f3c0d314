import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { ResolvedRoute } from '@/lib/gateway/routing/schema'
import { parsePrice, totalNanosOf } from '@/lib/money/prices/price'
import { keepOutsideMask } from './internal/finish-picture'
import { estimateTokens, maxCost } from './internal/plan-task'
import { type ImageStatus, isFinished, statesBefore, TaskSettings } from './internal/task-record'
import { isDrawableSize, parseSize } from './limits'

describe('the size of a picture', () => {
  it.each(['16x16', '1024x1024', '3840x2160', '2160x3840', '3840x1280', '1280x3840', '48x16'])(
    '%s can be drawn',
    (size) => expect(isDrawableSize(size)).toBe(true),
  )

  it.each([
    '1024',
    '1024X1024',
    '01024x1024',
    ' 16x16',
    '16x16 ',
    '15x16',
    '0x0',
    '-16x16',
    '3840x3840',
    '3856x2160',
    '2176x3840',
    '64x16',
    '16x64',
    '1e3x1e3',
    '1024x',
  ])('%s cannot', (size) => expect(isDrawableSize(size)).toBe(false))

  it('may be in either orientation', () => {
    const side = fc.integer({ min: 0, max: 5000 })
    fc.assert(
      fc.property(side, side, (width, height) => {
        expect(isDrawableSize(`${width}x${height}`)).toBe(isDrawableSize(`${height}x${width}`))
        if (isDrawableSize(`${width}x${height}`))
          expect(parseSize(`${width}x${height}`)).toEqual({ width, height })
      }),
    )
  })
})

describe('what is held', () => {
  const settings = (change: object = {}): TaskSettings =>
    TaskSettings.parse({
      n: 1,
      size: '1024x1024',
      quality: 'high',
      outputFormat: 'png',
      outputCompression: null,
      background: 'auto',
      moderation: 'auto',
      seed: null,
      ...change,
    })
  const route = (pricing: Parameters<typeof parsePrice>[0]) =>
    ({ price: parsePrice(pricing) }) as ResolvedRoute
  const perImage = route({ image: { low: '0.01', medium: '0.04', high: '0.17' } })
  const perToken = route({ prompt: '0.000005', completion: '0.00004' })
  const asked = (change: object = {}) => ({
    kind: 'generation' as const,
    prompt: 'x',
    settings: settings(change),
  })

  it.each([
    [{ quality: 'low', n: 3 }, 30_000_000n],
    [{ quality: 'medium' }, 40_000_000n],
    [{ quality: 'auto', n: 10 }, 1_700_000_000n],
  ])('%j costs at most %s nano-dollars by the image', (change, nanos) => {
    expect(maxCost([perImage], asked(change))).toBe(nanos)
  })

  it('is the cost of the most expensive route', () => {
    const dear = route({ image: { low: '1', medium: '1', high: '1' } })
    expect(maxCost([perImage, dear], asked())).toBe(1_000_000_000n)
  })

  it('covers every quality that may be billed', () => {
    const kind = fc.constantFrom('low', 'medium', 'high')
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), kind, fc.string(), (n, quality, prompt) => {
        const bound = maxCost([perImage, perToken], {
          kind: 'generation',
          prompt,
          settings: settings({ n, quality: 'auto', size: 'auto' }),
        })
        const made = { settings: { n, quality: quality as 'low', size: '1536x1024' }, prompt, sourceCount: 0 }
        expect(bound).toBeGreaterThanOrEqual(totalNanosOf(perToken.price, estimateTokens(made)))
        const images = { low: 'imagesLow', medium: 'imagesMedium', high: 'imagesHigh' }[quality] ?? ''
        expect(bound).toBeGreaterThanOrEqual(totalNanosOf(perImage.price, { [images]: n }))
      }),
    )
  })

  it('counts tokens by the published tables', () => {
    const tokens = (quality: 'low' | 'medium' | 'high', size: string) =>
      estimateTokens({ prompt: null, sourceCount: 0, settings: { n: 1, quality, size } }).completionTokens
    expect([tokens('low', '1024x1024'), tokens('medium', '1024x1536'), tokens('high', '1536x1024')]).toEqual([
      272, 1584, 6240,
    ])
  })
})

const imageStatuses: ImageStatus[] = ['queued', 'processing', 'completed', 'failed', 'cancelled']
const status = fc.constantFrom(...imageStatuses)

describe('the states of an image task', () => {
  it('change only as the interface says', () => {
    const moves = imageStatuses.flatMap((from) =>
      imageStatuses.filter((to) => statesBefore(to).includes(from)).map((to) => `${from} → ${to}`),
    )
    expect(moves).toEqual([
      'queued → processing',
      'queued → cancelled',
      'processing → completed',
      'processing → failed',
      'processing → cancelled',
    ])
  })

  it('whatever is tried, in whatever order: a task ends at most once and never comes back', () => {
    fc.assert(
      fc.property(fc.array(status), (attempts) => {
        let now: ImageStatus = 'queued'
        let endings = 0
        for (const to of attempts) {
          if (!statesBefore(to).includes(now)) continue
          expect(isFinished(now)).toBe(false)
          now = to
          if (isFinished(now)) endings += 1
        }
        expect(endings).toBe(isFinished(now) ? 1 : 0)
        if (now === 'completed' || now === 'failed') expect(attempts).toContain('processing')
      }),
    )
  })
})

describe('a masked edit', () => {
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

  it('keeps the source where the mask is opaque, the edit where it is transparent, and mixes in between', async () => {
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

  it('does not change an image of another size or without a mask', async () => {
    const [source, edited] = await Promise.all([rgba(below), rgba(above)])
    expect(await keepOutsideMask(edited, { source: image(source), mask: null, ...size })).toBe(edited)
    const other = { source: image(source), mask: image(source), width: 8, height: 4 }
    expect(await keepOutsideMask(edited, other)).toBe(edited)
  })
})
