import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { combineFactors, scalePricing, unfitRate, withAgreedRates } from './own-price'
import { parsePrice, scalePrice } from './price'
import { Pricing } from './schema'

const rate = fc.bigInt({ min: 0n, max: 10n ** 12n }).map((femtos) => `0.${`${femtos}`.padStart(15, '0')}`)
/** With so few decimals, six more are still exact. */
const second = fc.nat({ max: 10 ** 6 }).map((micros) => `0.${`${micros}`.padStart(6, '0')}`)
const anyPricing = fc
  .record(
    {
      prompt: rate,
      completion: rate,
      cached_prompt: rate,
      cache_write: rate,
      image: fc.record({ low: rate, medium: rate, high: rate }),
      video_second: fc.record({ '480p': second, '720p_audio': second }, { requiredKeys: [] }),
      audio_second: second,
      request: rate,
      web_search: rate,
      service_tier: fc.dictionary(
        fc.constantFrom('flex', 'priority'),
        fc.record({ prompt: rate, completion: rate }),
      ),
    },
    { requiredKeys: [] },
  )
  .map((pricing) => Pricing.parse(pricing))
const factor = fc.nat({ max: 2_000_000 }).map((millionths) => millionths / 1e6)

describe('a customer’s own price', () => {
  it('is told at the rates that are billed', () => {
    fc.assert(
      fc.property(anyPricing, factor, (pricing, by) => {
        expect(parsePrice(scalePricing(pricing, by))).toEqual(scalePrice(parsePrice(pricing), by))
      }),
    )
  })

  it('keeps what is no rate: thresholds, times of day and names', () => {
    const odd = {
      prompt: '2',
      hours: [{ from: '16:30', to: '00:30', timezone: 'UTC', prompt: '1', completion: '2' }],
    }
    expect(scalePricing(odd, 0.5)).toMatchObject({ prompt: '1.000000' })
  })

  it('cuts rates per second to the decimals that they may have', () => {
    const scaled = scalePricing({ video_second: { '720p': '0.000000000001' }, audio_second: '0.1' }, 0.333333)
    expect(scaled).toEqual({ video_second: { '720p': '0.000000' }, audio_second: '0.0333333' })
  })

  it('has the product of all factors, with six decimals', () => {
    expect(combineFactors(0.8, 0.5, 0.95)).toBe(0.38)
    expect(combineFactors(1 / 3, 1)).toBe(0.333333)
    expect(combineFactors()).toBe(1)
  })

  it('of agreed rates keeps the flat fees of the catalog’s price, and nothing else', () => {
    const listed = { prompt: '2', completion: '4', cached_prompt: '1', request: '0.1', web_search: '0.01' }
    expect(withAgreedRates(listed, { prompt: '1', completion: '2', request: '0' })).toEqual({
      prompt: '1',
      completion: '2',
      request: '0',
      web_search: '0.01',
    })
  })

  it.each([
    [{ prompt: '1', completion: '1' }, { prompt: '1' }, 'completion'],
    [{ prompt: '1' }, { prompt: '1', image: { low: '1', medium: '1', high: '1' } }, 'image'],
    [{ video_token: '1' }, { video_second: { '720p': '1' } }, 'video_token'],
    [{ video_second: { '480p': '1', '720p': '2' } }, { video_second: { '720p': '1' } }, 'video_second.480p'],
    [{ prompt: '1', completion: '2', cached_prompt: '1' }, { prompt: '1', completion: '0' }, undefined],
  ])('that replaces %j by %j lacks %s', (listed, agreed, unfit) =>
    expect(unfitRate(listed, agreed)).toBe(unfit),
  )
})
