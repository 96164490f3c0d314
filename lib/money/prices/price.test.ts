import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatRate, type Price, parsePrice, priceOf, scalePrice, totalNanosOf } from './price'
import { videoRates } from './schema'

describe('price', () => {
  it('is scaled in all of its rates, those of its tiers too; what has no price gets none', () => {
    const plain = { prompt: '0.000002', completion: '0.000004', audio_output: '0.00002', web_search: '0.01' }
    const halved = { ...plain, prompt: '0.000001', completion: '0.000002', audio_output: '0.00001' }
    halved.web_search = '0.005'
    const priced = (rates: typeof plain, second: string) =>
      parsePrice({
        ...rates,
        request: second,
        video_second: { '720p': second },
        service_tier: { flex: { prompt: rates.prompt, completion: '0' } },
      })
    expect(scalePrice(priced(plain, '0.1'), 0.5)).toEqual(priced(halved, '0.05'))
    expect(scalePrice(parsePrice({ prompt: '0.000001' }), 0.000001)).toMatchObject({
      prompt: 1000n,
      webSearch: null,
      audioOutput: null,
    })
  })

  describe('parsePrice', () => {
    it('reads decimals exactly', () => {
      const price = parsePrice({ prompt: '0.00000015', completion: '0.0000006', request: '2' })
      expect(price.prompt).toBe(150_000_000n)
      expect(price.completion).toBe(600_000_000n)
      expect(price.request).toBe(2_000_000_000_000_000n)
      expect(price.videoToken).toBe(0n)
    })

    it('prices cached tokens like the others where nothing is said', () => {
      expect(parsePrice({ prompt: '0.000001' }).cachedPrompt).toBe(1_000_000_000n)
      expect(parsePrice({ prompt: '0.000001', cached_prompt: '0' }).cachedPrompt).toBe(0n)
    })

    it('prices tokens that are written to a cache like the others where nothing is said', () => {
      const plain = parsePrice({ prompt: '0.000001' })
      expect([plain.cacheWrite, plain.cacheWriteHour]).toEqual([1_000_000_000n, 1_000_000_000n])
      const minutes = parsePrice({ prompt: '0.000001', cache_write: '0.00000125' })
      expect([minutes.cacheWrite, minutes.cacheWriteHour]).toEqual([1_250_000_000n, 1_250_000_000n])
      expect(parsePrice({ prompt: '0.000001', cache_write_1h: '0.000002' }).cacheWriteHour).toBe(
        2_000_000_000n,
      )
    })

    it('tells searches that cost nothing from those that have no price', () => {
      expect(parsePrice({ prompt: '0.000001' }).webSearch).toBeNull()
      expect(parsePrice({ web_search: '0' }).webSearch).toBe(0n)
    })

    it.each(['', '-1', '1e-7', '.5', '1.', '0.0000000000000001', 'NaN', ' 1'])('refuses %j', (text) => {
      expect(() => parsePrice({ prompt: text })).toThrow(RangeError)
    })
  })

  describe('formatRate', () => {
    it.each([
      [0n, '0.000000'],
      [150_000_000n, '0.00000015'],
      [1n, '0.000000000000001'],
      [2_500_000_000_000_000n, '2.500000'],
    ])('%s → %s', (femtos, text) => expect(formatRate(femtos)).toBe(text))

    it('is undone by parsing', () => {
      fc.assert(
        fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), (femtos) => {
          expect(parsePrice({ prompt: formatRate(femtos) }).prompt).toBe(femtos)
        }),
      )
    })
  })
})

describe('price quantities', () => {
  const rate = fc.bigInt({ min: 0n, max: 10n ** 12n })
  /** By the second no price has more than twelve decimals. */
  const secondRate = rate.map((femtos) => femtos * 1000n)
  const plainPrice: fc.Arbitrary<Price> = fc.record({
    prompt: rate,
    completion: rate,
    cachedPrompt: rate,
    cacheWrite: rate,
    cacheWriteHour: rate,
    imageLow: rate,
    imageMedium: rate,
    imageHigh: rate,
    videoToken: rate,
    videoSecond: fc.record({
      '480p': secondRate,
      '720p': secondRate,
      '1080p': secondRate,
      '480p_audio': secondRate,
      '720p_audio': secondRate,
      '1080p_audio': secondRate,
    }),
    character: rate,
    audioSecond: secondRate,
    request: rate,
    webSearch: fc.option(rate),
    imageInput: fc.option(rate),
    audioInput: fc.option(rate),
    cachedAudioInput: fc.option(rate),
    imageOutput: fc.option(rate),
    audioOutput: fc.option(rate),
    serviceTiers: fc.constant(new Map()),
    tiers: fc.constant([]),
    graduated: fc.constant(false),
    hours: fc.constant([]),
    abovePromptTokens: fc.constant(0),
    label: fc.constant(''),
  })
  const anyPrice = fc
    .tuple(plainPrice, plainPrice)
    .map(([price, flex]): Price => ({ ...price, serviceTiers: new Map([['flex', flex]]) }))
  const count = fc.nat({ max: 2_000_000 })
  const anyQuantities = fc.record({
    promptTokens: count,
    cachedTokens: count,
    cacheWriteTokens: count,
    cacheWriteHourTokens: count,
    completionTokens: count,
    imagesLow: count,
    imagesMedium: count,
    imagesHigh: count,
    videoTokens: count,
    videoMillis: count,
    videoRate: fc.constantFrom(null, ...videoRates),
    characters: count,
    audioMillis: count,
    requests: fc.nat({ max: 3 }),
    webSearches: fc.nat({ max: 20 }),
    imageInputTokens: count,
    audioInputTokens: count,
    cachedAudioTokens: count,
    imageOutputTokens: count,
    audioTokens: count,
    serviceTier: fc.constantFrom(null, 'flex', 'unknown'),
  })

  /** The same sum computed again, slowly: fractions of a nano-dollar over one common denominator. */
  function slowTotal(plain: Price, q: ReturnType<typeof anyQuantities.generate>['value']): bigint {
    const price = plain.serviceTiers.get(q.serviceTier ?? '') ?? plain
    const audio = price.audioOutput === null ? 0 : Math.min(q.audioTokens, q.completionTokens)
    const drawn = price.imageOutput === null ? 0 : Math.min(q.imageOutputTokens, q.completionTokens - audio)
    const cached = Math.min(q.cachedTokens, q.promptTokens)
    const written = Math.min(q.cacheWriteTokens, q.promptTokens - cached)
    const hour = Math.min(q.cacheWriteHourTokens, written)
    const cachedHeard = price.cachedAudioInput === null ? 0 : Math.min(q.cachedAudioTokens, cached)
    const fresh = q.promptTokens - cached - written
    const freshSound = Math.max(q.audioInputTokens - q.cachedAudioTokens, 0)
    const heard = price.audioInput === null ? 0 : Math.min(freshSound, fresh)
    const seen = price.imageInput === null ? 0 : Math.min(q.imageInputTokens, fresh - heard)
    const terms: [number, bigint][] = [
      [fresh - heard - seen, price.prompt],
      [heard, price.audioInput ?? 0n],
      [seen, price.imageInput ?? 0n],
      [cached - cachedHeard, price.cachedPrompt],
      [cachedHeard, price.cachedAudioInput ?? 0n],
      [written - hour, price.cacheWrite],
      [hour, price.cacheWriteHour],
      [q.completionTokens - audio - drawn, price.completion],
      [drawn, price.imageOutput ?? 0n],
      [audio, price.audioOutput ?? 0n],
      [q.imagesLow, plain.imageLow],
      [q.imagesMedium, plain.imageMedium],
      [q.imagesHigh, plain.imageHigh],
      [q.videoTokens, plain.videoToken],
      [q.characters, plain.character],
      [q.audioMillis, plain.audioSecond / 1000n],
      [q.requests, plain.request],
      [q.webSearches, plain.webSearch ?? 0n],
    ]
    if (q.videoRate !== null) terms.push([q.videoMillis, plain.videoSecond[q.videoRate] / 1000n])
    const numerator = terms.reduce((sum, [quantity, unit]) => sum + BigInt(quantity) * unit, 0n)
    const whole = numerator / 1_000_000n
    return (numerator % 1_000_000n) * 2n >= 1_000_000n ? whole + 1n : whole
  }

  describe('totalNanosOf', () => {
    it('prices a chat', () => {
      const price = parsePrice({ prompt: '0.00000015', completion: '0.0000006' })
      expect(totalNanosOf(price, { promptTokens: 1000, completionTokens: 500 })).toBe(450_000n)
    })

    it('prices cached tokens apart and never more of them than there are', () => {
      const price = parsePrice({ prompt: '0.000001', cached_prompt: '0.0000001', completion: '0' })
      expect(totalNanosOf(price, { promptTokens: 100, cachedTokens: 40 })).toBe(64_000n)
      expect(totalNanosOf(price, { promptTokens: 100, cachedTokens: 400 })).toBe(10_000n)
    })

    it('prices tokens written to a cache by how long they stay there', () => {
      const price = parsePrice({
        prompt: '0.000004',
        cached_prompt: '0.0000002',
        cache_write: '0.000005',
        cache_write_1h: '0.000008',
        completion: '0',
      })
      const read = { promptTokens: 1000, cachedTokens: 600 }
      expect(totalNanosOf(price, { ...read, cacheWriteTokens: 300 })).toBe(400_000n + 120_000n + 1_500_000n)
      expect(totalNanosOf(price, { ...read, cacheWriteTokens: 300, cacheWriteHourTokens: 100 })).toBe(
        400_000n + 120_000n + 1_000_000n + 800_000n,
      )
      expect(totalNanosOf(price, { ...read, cacheWriteTokens: 5000 })).toBe(120_000n + 2_000_000n)
    })

    it('prices searches of the web, where they have a price', () => {
      expect(totalNanosOf(parsePrice({ web_search: '0.01' }), { webSearches: 3 })).toBe(30_000_000n)
      expect(priceOf(parsePrice({}), { webSearches: 3 })).toEqual({ lines: [], totalNanos: 0n })
    })

    it('prices sound apart, where it has a price, and never more of it than was answered', () => {
      const price = parsePrice({ completion: '0.00001', audio_output: '0.00008' })
      expect(totalNanosOf(price, { completionTokens: 100, audioTokens: 60 })).toBe(400_000n + 4_800_000n)
      expect(totalNanosOf(price, { completionTokens: 100, audioTokens: 600 })).toBe(8_000_000n)
      expect(
        totalNanosOf(parsePrice({ completion: '0.00001' }), { completionTokens: 100, audioTokens: 60 }),
      ).toBe(1_000_000n)
    })

    it('prices tokens by the tier of service, and all else as ever', () => {
      const flex = { prompt: '0.000001', completion: '0.000005' }
      const price = parsePrice({
        prompt: '0.000002',
        cached_prompt: '0.0000001',
        completion: '0.00001',
        request: '0.01',
        web_search: '0.02',
        service_tier: { flex },
      })
      const used = { promptTokens: 10, cachedTokens: 5, completionTokens: 10, requests: 1, webSearches: 1 }
      expect(totalNanosOf(price, { ...used, serviceTier: 'flex' })).toBe(10_000n + 50_000n + 30_000_000n)
      expect(totalNanosOf(price, { ...used, serviceTier: 'scale' })).toBe(totalNanosOf(price, used))
    })

    it('prices video by the second, with sound as without where that is not told apart', () => {
      const price = parsePrice({ video_second: { '720p': '0.10', '720p_audio': '0.15', '1080p': '0.2' } })
      expect(totalNanosOf(price, { videoMillis: 5041, videoRate: '720p' })).toBe(504_100_000n)
      expect(totalNanosOf(price, { videoMillis: 5041, videoRate: '720p_audio' })).toBe(756_150_000n)
      expect(totalNanosOf(price, { videoMillis: 8000, videoRate: '1080p_audio' })).toBe(1_600_000_000n)
      expect(totalNanosOf(price, { videoMillis: 8000, videoRate: null })).toBe(0n)
    })

    it('rounds half a nano-dollar up, once', () => {
      const price = parsePrice({ prompt: '0.0000000005', completion: '0.0000000005' })
      expect(totalNanosOf(price, { promptTokens: 1 })).toBe(1n)
      expect(totalNanosOf(price, { promptTokens: 1, completionTokens: 1 })).toBe(1n)
    })

    it('equals the slow reference', () => {
      fc.assert(
        fc.property(anyPrice, anyQuantities, (price, quantities) => {
          expect(totalNanosOf(price, quantities)).toBe(slowTotal(price, quantities))
        }),
      )
    })

    it('never falls when more is used', () => {
      const more = fc.constantFrom(
        'promptTokens',
        'completionTokens',
        'imagesLow',
        'imagesMedium',
        'imagesHigh',
        'videoTokens',
        'videoMillis',
        'characters',
        'audioMillis',
        'requests',
        'webSearches',
      )
      fc.assert(
        fc.property(anyPrice, anyQuantities, more, count, (price, before, field, extra) => {
          // More prompt with the same cached tokens; otherwise clamping could turn full-price tokens into cached ones.
          // Sound may be cheaper than words: more of the answer must not turn words into sound.
          const audioTokens = Math.min(before.audioTokens, before.completionTokens)
          const cachedTokens = Math.min(before.cachedTokens, before.promptTokens)
          const cacheWriteTokens = Math.min(before.cacheWriteTokens, before.promptTokens - cachedTokens)
          const kinds = {
            imageInputTokens: 0,
            audioInputTokens: 0,
            cachedAudioTokens: 0,
            imageOutputTokens: 0,
          }
          const fair = { ...before, ...kinds, audioTokens, cachedTokens, cacheWriteTokens }
          const after = { ...fair, [field]: fair[field] + extra }
          expect(totalNanosOf(price, after)).toBeGreaterThanOrEqual(totalNanosOf(price, fair))
        }),
      )
    })
  })

  describe('priceOf', () => {
    it('lists what was used', () => {
      const price = parsePrice({
        prompt: '0.000001',
        cached_prompt: '0.0000001',
        completion: '0.000002',
        request: '0.01',
      })
      expect(priceOf(price, { promptTokens: 10, cachedTokens: 4, completionTokens: 3, requests: 1 })).toEqual(
        {
          lines: [
            { item: 'prompt', quantity: 6, unitPrice: '0.000001', amountNanos: 6000n },
            { item: 'cached_prompt', quantity: 4, unitPrice: '0.0000001', amountNanos: 400n },
            { item: 'completion', quantity: 3, unitPrice: '0.000002', amountNanos: 6000n },
            { item: 'request', quantity: 1, unitPrice: '0.010000', amountNanos: 10_000_000n },
          ],
          totalNanos: 10_012_400n,
        },
      )
    })

    it('tells seconds of video', () => {
      const price = parsePrice({ video_second: { '720p': '0.1' } })
      expect(priceOf(price, { videoMillis: 5041, videoRate: '720p', requests: 1 }).lines).toEqual([
        { item: 'video_second_720p', quantity: 5.041, unitPrice: '0.100000', amountNanos: 504_100_000n },
      ])
    })

    it('tells characters, and seconds of sound', () => {
      const price = parsePrice({ character: '0.000015', audio_second: '0.0001' })
      expect(priceOf(price, { characters: 12, audioMillis: 1500, requests: 1 }).lines).toEqual([
        { item: 'audio_second', quantity: 1.5, unitPrice: '0.000100', amountNanos: 150_000n },
        { item: 'character', quantity: 12, unitPrice: '0.000015', amountNanos: 180_000n },
      ])
    })

    it('has lines that add up to the total, each within a nano-dollar of its exact amount', () => {
      fc.assert(
        fc.property(anyPrice, anyQuantities, (price, quantities) => {
          const bill = priceOf(price, quantities)
          expect(bill.totalNanos).toBe(totalNanosOf(price, quantities))
          expect(bill.lines.reduce((sum, line) => sum + line.amountNanos, 0n)).toBe(bill.totalNanos)
          for (const line of bill.lines) {
            const thousandths = BigInt(Math.round(line.quantity * 1000))
            const femtos = (parsePrice({ prompt: line.unitPrice }).prompt * thousandths) / 1000n
            const error = line.amountNanos * 1_000_000n - femtos
            expect(error > -1_000_000n && error < 1_000_000n).toBe(true)
          }
        }),
      )
    })
  })
})
