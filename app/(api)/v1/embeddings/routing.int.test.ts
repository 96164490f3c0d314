import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { EmbeddingReply } from '@/lib/embeddings/schema'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { newCustomer } from '../testing/new-customer'
import { post } from '../testing/post'
import { answer, ask, openEmbeddings, path } from './testing'

/** `provider` and `models` are heard as in chat completions. */
const { doors, first, second, reset, close } = await openEmbeddings()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})

const invalid: [string, object, number, string, string][] = [
  ['order as text', { provider: { order: 'first' } }, 400, 'invalid_parameter', 'provider.order'],
  [
    'an unknown preference',
    { provider: { quantizations: [] } },
    400,
    'invalid_parameter',
    'provider.quantizations',
  ],
  ['nobody to ask', { provider: { only: ['second'] } }, 400, 'invalid_parameter', 'provider.only'],
  [
    'nobody so cheap',
    { provider: { max_price: { prompt: 0.1 } } },
    400,
    'invalid_parameter',
    'provider.max_price',
  ],
  ['models as text', { models: 'acme/other' }, 400, 'invalid_parameter', 'models'],
  ['an unknown model', { models: ['acme/none'] }, 404, 'model_not_found', 'models[0]'],
  ['a model that chats', { models: ['sandbox/chat'] }, 400, 'invalid_parameter', 'models[0]'],
]

describe.each(doors)('preferences through the %s door', (_name, door) => {
  const send = (body: object, key = customer.key) => door('POST', path, post(key, ask(body)))

  it.each(invalid)(
    '%s: refused by name, before anything is held',
    async (_case, body, status, code, param) => {
      const response = await send(body)
      expect([response.status, await response.json()]).toMatchObject([status, { error: { code, param } }])
      expect(await customer.rows()).toEqual([])
      expect([...first.requests, ...second.requests]).toEqual([])
    },
  )

  it.each([
    ['only', { only: ['second'] }],
    ['order', { order: ['second'] }],
    ['ignore', { ignore: ['first'] }],
  ])('%s chooses the provider, and is not passed on', async (_wish, provider) => {
    expect((await send({ model: 'acme/both', provider })).status).toBe(200)
    expect(first.requests).toEqual([])
    expect(Object.keys(JSON.parse(second.requests[0]?.body ?? '')).sort()).toEqual(['input', 'model'])
    expect(await customer.rows()).toMatchObject([{ provider: 'second', attempts: [] }])
  })

  it('a model that the request names steps in; it is named and paid for', async () => {
    first.answer(answerWith.json(500, {}))
    const body = EmbeddingReply.parse(await (await send({ models: ['acme/other'] })).json())
    expect(body).toMatchObject({ model: 'acme/other', usage: { cost: 0.000006 } })
    expect(await customer.rows()).toMatchObject([
      {
        model_id: 'acme/other',
        provider: 'second',
        attempts: [
          { provider: 'first', model: 'acme/embed', code: 'upstream_error', status: 500 },
          { provider: 'second', model: 'acme/other', code: null },
        ],
      },
    ])
    expect(await customer.balance()).toMatchObject({ balance: '0.999994', held: '0.000000' })
  })

  it('one that only the key names does not: its vectors would not compare', async () => {
    first.answer(answerWith.json(500, {}))
    const key = await customer.keyWith({ routing: { models: ['acme/other'] } })
    expect((await send({}, key)).status).toBe(502)
    expect(second.requests).toEqual([])
  })

  it('without fallbacks one provider alone is asked', async () => {
    first.answer(answerWith.json(500, {}))
    expect((await send({ model: 'acme/both', provider: { allow_fallbacks: false } })).status).toBe(502)
    expect(second.requests).toEqual([])
  })
})
