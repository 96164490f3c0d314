import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { RateName } from '@/components/catalog/models/price'
import type { DiscoveredModel } from '@/lib/catalog/models/edit-models-schema'
import type { Modality } from '@/lib/catalog/models/schema'
import type { OperatorModelItem, OperatorPrice, OperatorRoute } from '@/lib/operator/admin/catalog-schema'
import { priceForm } from './price-form'
import { marginOf, ratesOf } from './price-lines'
import { draftOf, publishForm } from './publish-form'
import { fromPerMillion, fromPiece, textsOf, toPerMillion } from './rate-texts'
import { RouteOrder, shareOf, typedOrder } from './route-order-panel'
import { variantTextsOf } from './variants'

/** The price that the form reads from these texts, or the first rate that it refuses. */
function readPrice(texts: Partial<Record<RateName, string>>, modality: Modality, latest?: OperatorPrice) {
  const names = ratesOf[modality]
  const read = priceForm(modality, latest).safeParse({
    rates: names.map((name) => texts[name] ?? ''),
    has_cost: false,
    costs: [],
    variants: { rates: variantTextsOf(latest?.pricing), costs: [] },
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

  it('an unchanged price keeps all its fields, also those the form does not show', () => {
    const texts = typed(latest, 'chat')
    const none = Object.fromEntries(ratesOf.chat.map((name) => [name, '']))
    expect(texts).toEqual({ ...none, prompt: '0.15', completion: '0.6' })
    expect(readPrice(texts, 'chat', latest)).toEqual({ pricing: latest.pricing })
  })

  describe('rates of some requests', () => {
    const half = { prompt: '0.0000001', completion: '0.0000005' }
    const pricing = {
      ...half,
      graduated: true,
      tiers: [200_000, 400_000].map((above_prompt_tokens) => ({ ...half, above_prompt_tokens })),
      service_tier: { flex: { ...half, tiers: [{ ...half, above_prompt_tokens: 200_000 }] } },
      hours: [
        { ...half, from: '16:30', to: '00:30', timezone: 'Asia/Shanghai', weekdays: [1, 5] },
        { ...half, from: '00:30', to: '16:30' },
      ],
    }
    const whole = { ...latest, pricing }
    const read = (change: (variants: ReturnType<typeof variantTextsOf>) => unknown) => {
      const rates = variantTextsOf(pricing)
      change(rates)
      return priceForm('chat', whole).safeParse({
        rates: textsOf(pricing, ratesOf.chat),
        has_cost: false,
        costs: [],
        variants: { rates, costs: [] },
        when: 'now',
        start: '',
      })
    }

    it('stay as they are until they are changed', () => {
      expect(read(() => undefined).data?.pricing).toEqual(pricing)
      expect(read((all) => all.splice(0)).data?.pricing).toEqual({ ...half, graduated: true })
      const later = read((all) => all[0] && Object.assign(all[0], { name: '500000' })).data?.pricing
      expect(later?.tiers?.map((tier) => tier.above_prompt_tokens)).toEqual([400_000, 500_000])
    })

    it.each([
      [0, { name: 'many' }, ['name']],
      [2, { name: ' ' }, ['name']],
      [3, { to: '' }, ['to']],
      [4, { rates: ['', '1'] }, ['rates', 0]],
      [4, { rates: ['1', 'dear'] }, ['rates', 1]],
    ])('show at their field what is wrong: %s, %o', (index, change, path) => {
      const { error } = read((all) => all[index] && Object.assign(all[index], change))
      expect(error?.issues).toMatchObject([{ path: ['variants', 'rates', index, ...path] }])
    })
  })

  it('an emptied rate is removed, an invalid one is named', () => {
    const cached = { ...latest, pricing: { ...latest.pricing, cached_prompt: '0.1' } }
    const texts = { ...typed(latest, 'chat'), cached_prompt: '' }
    expect(readPrice(texts, 'chat', cached)).toEqual({ pricing: latest.pricing })
    expect(readPrice({ ...texts, completion: '' }, 'chat', latest)).toEqual({ wrong: 'completion' })
    expect(readPrice({ ...texts, prompt: 'dear' }, 'chat', latest)).toEqual({ wrong: 'prompt' })
  })

  it('images have a price for each quality, or none', () => {
    const image = { 'image.low': '0.01', 'image.medium': '0.04', 'image.high': '0.17' }
    expect(readPrice(image, 'image')).toEqual({
      pricing: { image: { low: '0.01', medium: '0.04', high: '0.17' } },
    })
    expect(readPrice({ ...image, 'image.high': '' }, 'image')).toEqual({ wrong: 'image.high' })
    expect(readPrice({ completion: '40' }, 'image')).toEqual({
      pricing: { completion: '0.00004' },
    })
  })

  it('a video is priced by the token or by the second, with audio or without', () => {
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

describe('provider cost', () => {
  const read = (has_cost: boolean, costs: string[]) =>
    priceForm('embedding', undefined).safeParse({
      rates: ['2', ''],
      has_cost,
      costs,
      variants: { rates: [], costs: [] },
      when: 'now',
      start: '',
    })

  it('equals the price, or has rates of its own', () => {
    expect(read(false, ['1', '']).data).toMatchObject({ cost: null })
    expect(read(true, ['1', '']).data).toMatchObject({ cost: { prompt: '0.000001' } })
    expect(read(true, ['', '']).error?.issues).toMatchObject([{ path: ['costs', 0] }])
  })

  it.each([
    ['0.000002', '0.0000015', '25%'],
    ['0.000002', '0.000003', '−50%'],
    ['0.000003', '0.000002', '33.3%'],
    ['0', '0.1', '–'],
  ])('%s less %s is a margin of %s', (price, cost, margin) => expect(marginOf(price, cost)).toBe(margin))
})

describe('publishing discovered models', () => {
  const listed: DiscoveredModel = {
    upstream_id: 'large-v2',
    context_length: 8000,
    served_as: null,
    route_id: null,
    model_id: 'acme/large',
    is_known: false,
    name: 'Large',
    modality: 'chat',
    pricing: { prompt: '0.000001', completion: '0.000002', web_search: '0.01' },
    priced_as_at: 'Other',
  }
  const publish = (change: object, catalog: OperatorModelItem[] = []) =>
    publishForm('acme', [listed], catalog).safeParse({
      markup: '',
      models: [{ ...draftOf(listed), ...change }],
    })
  const limits = { context_length: 8000, max_output_tokens: null, supported_parameters: [] }

  it('adds a model with the suggested price', () => {
    expect(publish({ name: ' Large ' }).data?.models).toEqual([
      {
        model_id: 'acme/large',
        model: {
          name: 'Large',
          modality: 'chat',
          description: null,
          capabilities: {},
          owned_by: 'acme',
          ...limits,
        },
        route: {
          provider_id: 'acme',
          upstream_id: 'large-v2',
          pricing: listed.pricing,
          cost: null,
          ...limits,
        },
      },
    ])
  })

  it('adds only a route where the catalog has the model', () => {
    const known: OperatorModelItem = {
      id: 'acme/large',
      name: 'Large',
      modality: 'chat',
      enabled: true,
      state: 'callable',
      providers: [],
      pricing: null,
      ends_on: null,
    }
    expect(publish({ name: '' }, [known]).data?.models).toMatchObject([{ model: null }])
  })

  it('charges a multiple of what providers charge, also for models that are published already', () => {
    const served = { ...listed, upstream_id: 'small', served_as: 'acme/small', route_id: 'route_1' }
    const form = publishForm('acme', [listed, served], [])
    const models = [draftOf(served), draftOf(listed)]
    expect(form.parse({ markup: '12.5', models })).toMatchObject({
      factor: 1.125,
      models: [{ model_id: 'acme/large', route: { pricing: listed.pricing, cost: null } }],
      prices: [{ route_id: 'route_1', pricing: listed.pricing }],
    })
    expect(form.parse({ markup: '', models }).factor).toBe(1)
    expect(form.safeParse({ markup: '-5', models }).error?.issues).toMatchObject([{ path: ['markup'] }])
  })

  it.each([
    [{ model_id: '../x' }, ['model_id']],
    [{ name: ' ' }, ['name']],
    [{ rates: ['', '2'] }, ['rates', 0]],
    [{ rates: ['1', 'free'] }, ['rates', 1]],
    [{ modality: 'image', rates: [] }, ['rates', 0]],
  ])('refuses %j', (change, path) => {
    expect(publish(change).error?.issues).toMatchObject([{ path: ['models', 0, ...path] }])
  })
})

describe('effective date', () => {
  const read = (start: string) =>
    priceForm('embedding', undefined).safeParse({
      rates: ['2', ''],
      has_cost: false,
      costs: [],
      variants: { rates: [], costs: [] },
      when: 'later',
      start,
    })

  it('is in the reader’s time zone', () => {
    const valid_from = new Date('2099-01-01T00:00').toISOString()
    expect(read('2099-01-01T00:00').data).toEqual({ pricing: { prompt: '0.000002' }, cost: null, valid_from })
  })

  it('is required for a scheduled price', () => {
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

  it('a price per unit is only normalized', () => {
    expect(fromPiece('0.040')).toBe('0.04')
    expect(fromPiece('x')).toBeNull()
  })

  test('converting to per million and back loses nothing', () => {
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
    ends_on: null,
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

it('numbers the order from 1 and splits requests of the first rank by weight', () => {
  const routes = [
    route('a', 3, 3),
    route('b', 3, 1),
    route('c', 8, 1),
    route('d', 3, 5, { obstacle: 'route_disabled' }),
  ]
  const typed = typedOrder(routes)
  expect(typed.map(({ priority }) => priority)).toEqual(['1', '1', '2', '1'])
  const shares = routes.map((_, index) => shareOf(index, typed, routes))
  expect(shares).toEqual(['75%', '25%', 'Fallback', 'None'])
  expect(RouteOrder.parse({ routes: typed }).routes[2]).toEqual({ id: 'c', priority: 2, weight: 1 })
})

it.each(['', '0', '-1', '1.5', 'many'])('refuses the weight %j', (weight) => {
  const [typed] = typedOrder([route('a', 0, 1)])
  const { error } = RouteOrder.safeParse({ routes: [{ ...typed, weight }] })
  expect(error?.issues).toMatchObject([{ path: ['routes', 0, 'weight'] }])
})
