import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { keepBreakersOpen } from '@/lib/gateway/routing/testing'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { newCustomer } from '../../testing/new-customer'
import { post } from '../../testing/post'
import { answer, ask, model, openChat, path, wholeStream } from './testing'

const dear = { prompt: '0.0001', completion: '0.0002' }
const {
  door: node,
  first,
  second,
  reset,
  close,
} = await openChat({
  providersAt: (one, other) => [
    {
      id: 'searching',
      base_url: other.baseUrl,
      options: { web_search: 'plugins' },
      policies: { trains_on_data: false },
      models: [
        { ...model, id: 'acme/dear', upstream_id: 'dear', pricing: dear },
        { ...model, id: 'acme/offline', upstream_id: 'x', supported_parameters: ['seed'] },
        { ...model, id: 'acme/partly', upstream_id: 'x' },
      ],
    },
    {
      id: 'plain',
      base_url: one.baseUrl,
      models: [{ ...model, id: 'acme/partly', upstream_id: 'x', priority: 0 }],
    },
  ],
})
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})

const send = (body: object, key: string = customer.key) => node('POST', path, post(key, ask(body)))
const bodyOf = (seen: { body: string } | undefined) => JSON.parse(seen?.body ?? '{}')

const invalid: [string, object, number, string, string][] = [
  ['order as text', { provider: { order: 'first' } }, 400, 'invalid_parameter', 'provider.order'],
  ['a provider that is no text', { provider: { order: [1] } }, 400, 'invalid_parameter', 'provider.order[0]'],
  ['an unknown sort', { provider: { sort: 'taste' } }, 400, 'invalid_parameter', 'provider.sort'],
  [
    'an unknown way to sort',
    { provider: { sort: { by: 'taste' } } },
    400,
    'invalid_parameter',
    'provider.sort.by',
  ],
  [
    'allow_fallbacks as text',
    { provider: { allow_fallbacks: 'no' } },
    400,
    'invalid_parameter',
    'provider.allow_fallbacks',
  ],
  [
    'a negative price',
    { provider: { max_price: { prompt: -1 } } },
    400,
    'invalid_parameter',
    'provider.max_price.prompt',
  ],
  [
    'an unknown preference',
    { provider: { quantizations: ['fp8'] } },
    400,
    'invalid_parameter',
    'provider.quantizations',
  ],
  ['a provider as text', { provider: 'first' }, 400, 'invalid_parameter', 'provider'],
  ['models as text', { models: 'acme/both' }, 400, 'invalid_parameter', 'models'],
  ['an unknown model', { models: ['acme/both', 'acme/none'] }, 404, 'model_not_found', 'models[1]'],
  ['a model that does not chat', { models: ['sandbox/image-1'] }, 400, 'invalid_parameter', 'models[0]'],
  ['nobody to ask', { provider: { only: ['second'] } }, 400, 'invalid_parameter', 'provider.only'],
  [
    'nobody so cheap',
    { provider: { max_price: { prompt: 0.5 } } },
    400,
    'invalid_parameter',
    'provider.max_price',
  ],
]

describe('preferences of a request', () => {
  it.each(invalid)(
    '%s: refused, naming the field, before anything is held',
    async (_case, body, status, code, param) => {
      const response = await send(body)
      expect([response.status, await response.json()]).toMatchObject([status, { error: { code, param } }])
      expect(await customer.rows()).toEqual([])
      expect(first.requests).toEqual([])
    },
  )

  it('choose the provider, and are not passed on', async () => {
    const provider = { order: ['second'], ignore: ['first'], sort: 'price', max_price: { prompt: '1' } }
    expect((await send({ model: 'acme/both', models: ['acme/alone'], provider, seed: 7 })).status).toBe(200)
    expect(first.requests).toEqual([])
    expect(Object.keys(bodyOf(second.requests[0])).sort()).toEqual(['messages', 'model', 'seed'])
    expect(await customer.rows()).toMatchObject([{ provider: 'second' }])
  })

  it('may include the model', async () => {
    const response = await send({ model: undefined, models: ['acme/alone', 'acme/both'] })
    expect(await response.json()).toMatchObject({ model: 'acme/alone' })
  })

  it('override the key’s settings', async () => {
    const key = await customer.keyWith({ routing: { order: ['second'], allow_fallbacks: false } })
    await send({ model: 'acme/both' }, key)
    await send({ model: 'acme/both', provider: { order: ['first'] } }, key)
    expect([first.requests.length, second.requests.length]).toEqual([1, 1])
  })
})

describe('a fallback model', () => {
  beforeEach(() => first.answer(answerWith.json(500, {})))
  const models = ['acme/dear']
  const key = () => customer.keyWith({ routing: { models } })

  it.each([false, true])(
    'is the one that the answer names and the customer pays for (streamed: %s)',
    async (stream) => {
      second.answer(stream ? answerWith.events(...wholeStream) : answerWith.json(200, answer))
      const text = await (await send({ models, stream })).text()
      expect(text).toContain('"model":"acme/dear"')
      expect(text).not.toContain('acme/alone')
      expect(await customer.rows()).toMatchObject([
        {
          model_id: 'acme/dear',
          cost: '0.001800',
          attempts: [
            { provider: 'first', model: 'acme/alone', code: 'upstream_error', status: 500 },
            { provider: 'searching', model: 'acme/dear', code: null },
          ],
        },
      ])
      expect(await customer.balance()).toMatchObject({ balance: '0.998200', held: '0.000000' })
    },
  )

  it('may be named by the key', async () => {
    expect(await (await send({}, await key())).json()).toMatchObject({ model: 'acme/dear' })
  })

  it('must be allowed for the key: named by the request it is refused, on the key’s list it is skipped', async () => {
    const narrow = await customer.keyWith({ allowed_models: ['acme/alone'], routing: { models } })
    expect(await (await send({ models }, narrow)).json()).toMatchObject({
      error: { code: 'model_not_allowed', param: 'models[0]' },
    })
    expect((await send({}, narrow)).status).toBe(502)
    expect(second.requests).toEqual([])
  })

  it('is held for: a limit that only the cheaper model fits in refuses the request', async () => {
    const limited = await customer.keyWith({ limit_usd: '0.1' })
    expect(await (await send({ models }, limited)).json()).toMatchObject({
      error: { code: 'key_limit_exceeded' },
    })
    expect((await send({ models, max_tokens: 10 }, limited)).status).toBe(200)
  })

  it('may accept what the first one refuses', async () => {
    first.answer(answerWith.json(400, { error: { message: 'Too spicy.', code: 'content_filter' } }))
    expect((await send({ models })).status).toBe(200)
    expect((await send({})).status).toBe(400)
  })
})

describe('an upstream that asks to wait', () => {
  it('is not called until then: other routes are tried, and without any the client gets the retry time', async () => {
    first.answer(answerWith.json(429, {}, { 'retry-after': '30' }))
    const began = performance.now()
    expect((await send({})).status).toBe(429)
    for (const stream of [false, true]) {
      const response = await send({ stream })
      expect(response.status).toBe(429)
      const wait = Number(response.headers.get('retry-after'))
      expect(wait).toBeGreaterThanOrEqual(30 - (performance.now() - began) / 1000)
      expect(wait).toBeLessThanOrEqual(30)
      expect(await response.json()).toMatchObject({
        error: { code: 'rate_limit_exceeded', metadata: { limit_source: 'upstream' } },
      })
    }
    expect(first.requests).toHaveLength(1)
    expect(await customer.rows()).toHaveLength(1)
    expect(await customer.balance()).toMatchObject({ available: '1.000000', held: '0.000000' })
    first.answer(answerWith.json(200, answer))
    expect((await send({ model: 'acme/both' })).status).toBe(200)
  })

  it('of several, the earliest time is returned', async () => {
    first.answer(answerWith.json(429, {}, { 'retry-after': '90' }))
    second.answer(answerWith.json(429, {}, { 'retry-after': '40' }))
    for (let i = 0; i < 2; i++) {
      const response = await send({ model: 'acme/both' })
      expect(response.status).toBe(429)
      expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(40)
    }
    expect([first.requests.length, second.requests.length]).toEqual([1, 1])
  })
})

describe('a breaker', () => {
  it('keeps a route that fails from costing every request a try', async () => {
    first.answer(answerWith.json(500, {}))
    const sendThrice = async () => {
      for (let i = 0; i < 3; i++) expect((await send({ model: 'acme/both' })).status).toBe(200)
    }
    await sendThrice()
    expect(first.requests).toHaveLength(3)
    keepBreakersOpen()
    await sendThrice()
    expect(first.requests).toHaveLength(3)
  })
})

describe('web search', () => {
  it.each(['web_search', 'enable_search'])('by %s is requested in the upstream’s format', async (field) => {
    await send({ model: 'acme/dear', [field]: true })
    expect(bodyOf(second.requests[0])).toMatchObject({ model: 'dear', plugins: [{ id: 'web' }] })
    expect(bodyOf(second.requests[0])).not.toHaveProperty(field)
  })

  it('skips providers without it', async () => {
    await send({ model: 'acme/partly', web_search: true })
    expect([first.requests.length, second.requests.length]).toEqual([0, 1])
  })

  it.each(['acme/alone', 'acme/offline'])('of %s is refused with the model’s name', async (id) => {
    const response = await send({ model: id, web_search: true, models: ['acme/dear'] })
    expect(response.status).toBe(400)
    const { error } = await response.json()
    expect(error).toMatchObject({ code: 'invalid_parameter', param: 'web_search' })
    expect(error.message).toContain(`"${id}"`)
    expect(await customer.rows()).toEqual([])
  })
})
