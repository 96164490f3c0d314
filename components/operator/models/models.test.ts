import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Modality } from '@/lib/catalog/models/schema'
import type { OperatorPrice, OperatorRoute } from '@/lib/operator/admin/catalog-schema'
import { fromPerMillion, fromPiece, priceForm, textsOf, toPerMillion } from './price-form'
import { marginOf, type RateName, ratesOf } from './price-lines'
import { RouteOrder, shareOf, typedOrder } from './route-order-panel'

/** What the form reads out of these texts, or the name of the first rate that it refuses. */
function readPrice(texts: Partial<Record<RateName, string>>, modality: Modality, latest?: OperatorPrice) {
  const names = ratesOf[modality]
  const read = priceForm(modality, latest).safeParse({
    rates: names.map((name) => texts[name] ?? ''),
    has_cost: false,
    costs: [],
    when: 'now',
    start: '',
  })
  if (read.success) return { pricing: read.data.pricing }
  return { wrong: names[Number(read.error.issues[0]?.path[1])] }
}

const typed = (price: OperatorPrice, modality: Modality) =>
  Object.fromEntries(
    textsOf(price.pricing, ratesOf[modality]).map((text, index) => [ratesOf[modality][index], text]),
  )

describe('price form', () => {
  const latest: OperatorPrice = {
    id: 'price_1',
    version: 1,
    cost: null,
    source: 'builtin',
    valid_from: '2026-01-01T00:00:00.000Z',
    state: 'in_force',
    pricing: {
      prompt: '0.00000015',
      completion: '0.0000006',
      video_token: '0.1',
      service_tier: { flex: { prompt: '0', completion: '0' } },
    },
  }

  it('a price that is not touched stays what it was, what the form does not show included', () => {
    const texts = typed(latest, 'chat')
    const none = {
      cached_prompt: '',
      cache_write: '',
      cache_write_1h: '',
      request: '',
      web_search: '',
      audio_output: '',
    }
    expect(texts).toEqual({ prompt: '0.15', completion: '0.6', ...none })
    expect(readPrice(texts, 'chat', latest)).toEqual({ pricing: latest.pricing })
  })

  it('an emptied rate is taken out, a wrong one is named', () => {
    const cached = { ...latest, pricing: { ...latest.pricing, cached_prompt: '0.1' } }
    const texts = { ...typed(latest, 'chat'), cached_prompt: '' }
    expect(readPrice(texts, 'chat', cached)).toEqual({ pricing: latest.pricing })
    expect(readPrice({ ...texts, completion: '' }, 'chat', latest)).toEqual({ wrong: 'completion' })
    expect(readPrice({ ...texts, prompt: 'dear' }, 'chat', latest)).toEqual({ wrong: 'prompt' })
  })

  it('pictures have a price for each quality, or none', () => {
    const image = { 'image.low': '0.01', 'image.medium': '0.04', 'image.high': '0.17' }
    expect(readPrice(image, 'image')).toEqual({
      pricing: { image: { low: '0.01', medium: '0.04', high: '0.17' } },
    })
    expect(readPrice({ ...image, 'image.high': '' }, 'image')).toEqual({ wrong: 'image.high' })
    expect(readPrice({ completion: '40' }, 'image')).toEqual({
      pricing: { completion: '0.00004' },
    })
  })

  it('a video costs by the token or by the second, with sound or without', () => {
    const texts = { 'video_second.720p': '0.07', 'video_second.720p_audio': '0,14' }
    const bySecond = { video_second: { '720p': '0.07', '720p_audio': '0.14' } }
    expect(readPrice(texts, 'video')).toEqual({ pricing: bySecond })
    expect(typed({ ...latest, pricing: bySecond }, 'video')).toMatchObject({
      ...texts,
      'video_second.720p_audio': '0.14',
    })
    expect(readPrice({ video_token: '2.5' }, 'video', { ...latest, pricing: bySecond })).toEqual({
      pricing: { video_token: '0.0000025' },
    })
    expect(readPrice({ 'video_second.480p': 'x' }, 'video')).toEqual({
      wrong: 'video_second.480p',
    })
  })
})

describe('what a price costs us', () => {
  const read = (has_cost: boolean, costs: string[]) =>
    priceForm('embedding', undefined).safeParse({ rates: ['2', ''], has_cost, costs, when: 'now', start: '' })

  it('is the same, or something else', () => {
    expect(read(false, ['1', '']).data).toMatchObject({ cost: null })
    expect(read(true, ['1', '']).data).toMatchObject({ cost: { prompt: '0.000001' } })
    expect(read(true, ['', '']).error?.issues).toMatchObject([{ path: ['costs', 0] }])
  })

  it.each([
    ['0.000002', '0.0000015', '25 %'],
    ['0.000002', '0.000003', '−50 %'],
    ['0.000003', '0.000002', '33.3 %'],
    ['0', '0.1', '–'],
  ])('%s less %s is a margin of %s', (price, cost, margin) => expect(marginOf(price, cost)).toBe(margin))
})

describe('when a price holds', () => {
  const read = (start: string) =>
    priceForm('embedding', undefined).safeParse({
      rates: ['2', ''],
      has_cost: false,
      costs: [],
      when: 'later',
      start,
    })

  it('is a moment in the reader’s own zone', () => {
    const valid_from = new Date('2099-01-01T00:00').toISOString()
    expect(read('2099-01-01T00:00').data).toEqual({ pricing: { prompt: '0.000002' }, cost: null, valid_from })
  })

  it('has to be given', () => {
    expect(read('').error?.issues).toMatchObject([{ path: ['start'] }])
  })
})

describe('rates', () => {
  it.each([
    ['0.15', '0.00000015'],
    ['15', '0.000015'],
    ['2500000', '2.5'],
    ['0', '0'],
    ['0,6', '0.0000006'],
    ['0,125', '0.000000125'],
    [' 1.50 ', '0.0000015'],
  ])('%s a million is %s a token', (perMillion, rate) => expect(fromPerMillion(perMillion)).toBe(rate))

  it.each(['', '-1', '1e3', '.5', '1.', 'free', '0.0000000001', '1,000', '1,000.5'])(
    '%j is no price',
    (text) => expect(fromPerMillion(text)).toBeNull(),
  )

  it('a price by the piece stays what it is', () => {
    expect(fromPiece('0.040')).toBe('0.04')
    expect(fromPiece('x')).toBeNull()
  })

  test('there and back again loses nothing', () => {
    const parts = fc.tuple(fc.nat({ max: 999 }), fc.nat({ max: 999_999_999 }))
    fc.assert(
      fc.property(parts, ([whole, fraction]) => {
        const perMillion = `${whole}.${String(fraction).padStart(9, '0')}`.replace(/\.?0+$/, '') || '0'
        const rate = fromPerMillion(perMillion)
        expect(rate && toPerMillion(rate)).toBe(fromPiece(perMillion))
      }),
    )
  })
})

function route(
  id: string,
  priority: number,
  weight: number,
  more: Partial<OperatorRoute> = {},
): OperatorRoute {
  return {
    id,
    provider_id: id,
    provider_name: id.toUpperCase(),
    upstream_id: id,
    context_length: null,
    max_output_tokens: null,
    supported_parameters: [],
    enabled: true,
    obstacle: null,
    priority,
    weight,
    own_priority: priority,
    own_weight: weight,
    is_ordered_by_operator: false,
    prices: [],
    ...more,
  }
}

it('counts places from 1, and calls go to the first place by weight', () => {
  const routes = [
    route('a', 3, 3),
    route('b', 3, 1),
    route('c', 8, 1),
    route('d', 3, 5, { obstacle: 'route_disabled' }),
  ]
  const typed = typedOrder(routes)
  expect(typed.map(({ priority }) => priority)).toEqual(['1', '1', '2', '1'])
  const shares = routes.map((_, index) => shareOf(index, typed, routes))
  expect(shares).toEqual(['75 %', '25 %', 'When others fail', 'None'])
  expect(RouteOrder.parse({ routes: typed }).routes[2]).toEqual({ id: 'c', priority: 2, weight: 1 })
})

it.each(['', '0', '-1', '1.5', 'many'])('sends nothing while a weight is %j', (weight) => {
  const [typed] = typedOrder([route('a', 0, 1)])
  const { error } = RouteOrder.safeParse({ routes: [{ ...typed, weight }] })
  expect(error?.issues).toMatchObject([{ path: ['routes', 0, 'weight'] }])
})
