import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { atPricesOf } from '@/lib/catalog/models/customer-prices'
import { keepPriceGroups, readOwnPrices } from '@/lib/money/price-groups/in-force'
import { combineFactors } from '@/lib/money/prices/own-price'
import { parsePrice, scalePrice, totalNanosOf } from '@/lib/money/prices/price'
import { clock } from '@/lib/platform/clock'
import { sampleCatalog } from './testing'

const routes = sampleCatalog.models.get('big')?.routes ?? []
const MEMBER = 'cus_member'
const MONTH = { from: Date.UTC(2026, 10, 1), until: Date.UTC(2026, 11, 1) }
const NOW = new Date('2026-11-15T12:00:00Z')
const USD = 1_000_000_000n

type Rule = Partial<{
  model: string | null
  provider: string | null
  factor: number | null
  pricing: { prompt: string; completion: string } | null
  rates_id: string
  from: number
  until: number
}>
const specificity = ({ model, provider }: Rule) => (model ? 2 : 0) + (provider ? 1 : 0)

/** Puts the member into a group with these rules. */
function agree(rules: Rule[], steps: { spentNanos: bigint; factor: number }[] = [], spentNanos = 0n): void {
  const whole = rules
    .map((rule) => ({
      model: null,
      provider: null,
      factor: null,
      pricing: null,
      from: Number.NEGATIVE_INFINITY,
      until: Number.POSITIVE_INFINITY,
      ...rule,
    }))
    .sort((a, b) => specificity(b) - specificity(a))
  keepPriceGroups({
    groupOf: new Map([[MEMBER, { id: 'pgrp_1', name: 'Partners', rules: whole, steps }]]),
    spending: { ...MONTH, nanosOf: new Map([[MEMBER, spentNanos]]) },
  })
}

const ask = (customerId = MEMBER, priceFactor?: number) =>
  atPricesOf({ customerId, ...(priceFactor !== undefined && { priceFactor }) }, routes)
const factors = () => Object.fromEntries(ask().map((route) => [route.providerId, route.priceFactor ?? 1]))

beforeEach(() => vi.spyOn(clock, 'now').mockReturnValue(NOW))
afterEach(() => {
  vi.restoreAllMocks()
  keepPriceGroups({ groupOf: new Map(), spending: { ...MONTH, nanosOf: new Map() } })
})

describe('prices of a customer', () => {
  it('without a group are the catalog’s routes themselves', () => {
    agree([{ factor: 0.5 }])
    expect(ask('cus_other')).toBe(routes)
  })

  it('follow the most specific rule', () => {
    agree([
      { factor: 0.9 },
      { provider: 'east', factor: 0.8 },
      { model: 'big', factor: 0.7 },
      { model: 'big', provider: 'west', factor: 0.6 },
      { model: 'small', factor: 0.1 },
    ])
    expect(factors()).toEqual({ east: 0.7, west: 0.6, north: 0.7 })
  })

  it('follow a rule from its first moment until before its last', () => {
    const at = (millis: number) => vi.spyOn(clock, 'now').mockReturnValue(new Date(NOW.getTime() + millis))
    agree([
      { model: 'big', factor: 0.5, from: NOW.getTime(), until: NOW.getTime() + 1000 },
      { factor: 0.9, until: NOW.getTime() + 2000 },
    ])
    expect(factors()).toMatchObject({ east: 0.5 })
    at(999)
    expect(factors()).toMatchObject({ east: 0.5 })
    at(1000)
    expect(factors()).toMatchObject({ east: 0.9 })
    at(-1)
    expect(factors()).toMatchObject({ east: 0.9 })
    at(2000)
    expect(factors()).toMatchObject({ east: 1 })
  })

  it('are computed once per factor', () => {
    agree([{ factor: 0.5 }])
    expect(ask()[0]).toBe(ask()[0])
    expect(ask(MEMBER, 0.5)[0]).toBe(ask(MEMBER, 0.5)[0])
    expect(ask(MEMBER, 0.5)[0]).toMatchObject({ priceFactor: 0.25, listed: routes[0] })
    expect(ask('cus_other', 0.5)[0]).toBe(ask('cus_other', 0.5)[0])
  })

  it('are agreed rates where these fit the route’s price, under an id that names both', () => {
    const pricing = { prompt: '0.05', completion: '0.15' }
    agree([{ model: 'big', pricing, rates_id: 'rates_1' }])
    const [east] = ask()
    expect(east).toMatchObject({ priceId: 'price_1~rates_1', pricing, listed: routes[0] })
    expect(east?.price).toEqual(parsePrice(pricing))
    expect(east?.costPrice).toBe(routes[0]?.costPrice)
    agree([
      { model: 'big', pricing: { ...pricing, completion: undefined as never }, rates_id: 'rates_2' },
      { factor: 0.9 },
    ])
    expect(ask()[0]).toMatchObject({ priceId: 'price_1', priceFactor: 0.9 })
  })

  it('have the discount of the highest volume that was reached in the month', () => {
    const steps = [
      { spentNanos: 10n * USD, factor: 0.9 },
      { spentNanos: 100n * USD, factor: 0.8 },
    ]
    const spent = (nanos: bigint) => {
      agree([{ provider: 'east', factor: 0.5 }], steps, nanos)
      return factors()
    }
    expect(spent(10n * USD - 1n)).toEqual({ east: 0.5, west: 1, north: 1 })
    expect(spent(10n * USD)).toEqual({ east: 0.45, west: 0.9, north: 0.9 })
    expect(spent(1000n * USD)).toEqual({ east: 0.4, west: 0.8, north: 0.8 })
    vi.spyOn(clock, 'now').mockReturnValue(new Date(MONTH.until))
    expect(factors(), 'a new month').toEqual({ east: 0.5, west: 1, north: 1 })
  })

  it('show the steps of a discount by volume, and what counts towards them this month', () => {
    expect(readOwnPrices('cus_other')).toBeUndefined()
    agree([], [{ spentNanos: 1000n * USD, factor: 0.9 }], 250n * USD)
    const volume = [{ fromUsd: '1000.000000', factor: 0.9 }]
    expect(readOwnPrices(MEMBER)).toEqual({ volume, spentUsd: '250.000000' })
    vi.spyOn(clock, 'now').mockReturnValue(new Date(MONTH.until))
    expect(readOwnPrices(MEMBER)).toEqual({ volume, spentUsd: '0.000000' })
  })

  it('are billed as the row’s price and factor explain, whatever the rules', () => {
    const factor = fc.nat({ max: 2_000_000 }).map((millionths) => millionths / 1e6)
    const rule = fc.record({
      model: fc.constantFrom(null, 'big', 'small'),
      provider: fc.constantFrom(null, 'east', 'west'),
      factor,
    })
    const tokens = fc.nat({ max: 2_000_000 })
    const world = [fc.array(rule, { maxLength: 5 }), factor, factor, tokens, tokens] as const
    fc.assert(
      fc.property(...world, (rules, batch, volume, promptTokens, completionTokens) => {
        agree(rules, [{ spentNanos: 0n, factor: Math.min(volume, 1) }])
        for (const [index, route] of ask(MEMBER, batch).entries()) {
          const listed = routes[index]
          if (listed === undefined) throw new Error('a route was added')
          const explained = scalePrice(listed.price, route.priceFactor ?? 1)
          const used = { promptTokens, completionTokens }
          expect(totalNanosOf(route.price, used)).toBe(totalNanosOf(explained, used))
          expect(route.priceFactor ?? 1).toBe(combineFactors(route.priceFactor ?? 1))
          // The hold is counted at the same price, for at least as many tokens.
          const most = { promptTokens: promptTokens + 1, completionTokens: completionTokens * 2 }
          expect(totalNanosOf(route.price, most) >= totalNanosOf(route.price, used)).toBe(true)
        }
      }),
    )
  })
})
