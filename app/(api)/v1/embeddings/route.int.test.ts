import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { EmbeddingReply } from '@/lib/gateway/calls/schema'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { newCustomer } from '../testing/new-customer'
import { post } from '../testing/post'
import { answer, ask, openEmbeddings, path } from './testing'

const { door, first, second, reset, close } = await openEmbeddings()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})

describe('embeddings', () => {
  it('are the upstream’s, under our model name, with their cost; they are charged and recorded', async () => {
    const seen = first.nextRequest()
    const response = await door('POST', path, post(customer.key, ask({ dimensions: 2, user: 'u' })))
    expect(response.status).toBe(200)
    expect(response.headers.get('x-ratelimit-limit-requests')).toBe('600')
    expect(EmbeddingReply.parse(await response.json())).toEqual({
      object: 'list',
      data: answer.data,
      model: 'acme/embed',
      usage: { prompt_tokens: 6, total_tokens: 6, cost: 0.000006 },
    })
    expect(JSON.parse((await seen).body)).toEqual({
      model: 'embed',
      input: ['one', 'two'],
      dimensions: 2,
      user: 'u',
    })
    expect(await customer.rows()).toMatchObject([
      {
        id: response.headers.get('x-request-id'),
        status: 'success',
        modality: 'embedding',
        provider: 'first',
        prompt_tokens: 6,
        completion_tokens: 0,
        cost: '0.000006',
        usage_source: 'upstream',
        bill: { total: '0.000006', lines: [{ item: 'prompt', amount: '0.000006' }] },
      },
    ])
    expect(await customer.balance()).toMatchObject({ balance: '0.999994', held: '0.000000' })
  })

  it('are base64 of 32-bit floats when asked', async () => {
    const response = await door('POST', path, post(customer.key, ask({ encoding_format: 'base64' })))
    const { data } = EmbeddingReply.parse(await response.json())
    const [bytes] = data.map(({ embedding }) => Buffer.from(String(embedding), 'base64'))
    expect([bytes?.length, bytes?.readFloatLE(0), bytes?.readFloatLE(4)]).toEqual([8, 0.25, -0.5])
  })

  it('are counted by us when the upstream does not', async () => {
    first.answer(answerWith.json(200, { ...answer, usage: undefined }))
    const { usage } = EmbeddingReply.parse(await (await door('POST', path, post(customer.key, ask()))).json())
    expect(usage.prompt_tokens).toBe(2)
    expect(await customer.rows()).toMatchObject([{ usage_source: 'estimated', prompt_tokens: 2 }])
  })

  it('come from another route of the model when one fails, never from another model', async () => {
    first.answer(answerWith.json(500, {}))
    const fallback = await customer.keyWith({ routing: { models: ['acme/other'] } })
    const mended = await door('POST', path, post(fallback, ask({ model: 'acme/both' })))
    expect(mended.status).toBe(200)
    expect((await door('POST', path, post(fallback, ask()))).status).toBe(502)
    expect(await customer.rows()).toMatchObject([
      { status: 'failed', error_code: 'upstream_error', cost: '0.000000' },
      {
        provider: 'second',
        attempts: [{ provider: 'first', code: 'upstream_error' }, { provider: 'second' }],
      },
    ])
  })
})

const long = 'word '.repeat(120)
const invalid: [string, object, string, string][] = [
  ['no input', { input: undefined }, 'missing_parameter', 'input'],
  ['an empty text', { input: '' }, 'invalid_parameter', 'input'],
  ['no texts', { input: [] }, 'invalid_parameter', 'input'],
  ['an empty text among others', { input: ['a', ''] }, 'invalid_parameter', 'input[1]'],
  ['tokens below zero', { input: [1, -1] }, 'invalid_parameter', 'input[1]'],
  ['too many texts', { input: Array.from({ length: 2049 }, () => 'a') }, 'invalid_parameter', 'input'],
  ['a text beyond the context', { input: long }, 'context_length_exceeded', 'input'],
  ['one such text among others', { input: ['a', long] }, 'context_length_exceeded', 'input[1]'],
  ['dimensions of 0', { dimensions: 0 }, 'invalid_parameter', 'dimensions'],
  ['an unknown encoding', { encoding_format: 'hex' }, 'invalid_parameter', 'encoding_format'],
  ['an unknown field', { inputs: [] }, 'invalid_parameter', 'inputs'],
  ['no model', { model: undefined }, 'missing_parameter', 'model'],
  ['no model, said by null', { model: null }, 'missing_parameter', 'model'],
  ['a model that chats', { model: 'sandbox/chat' }, 'invalid_parameter', 'model'],
]

describe('refusals', () => {
  it.each(invalid)('%s is a 400 that names the field', async (_case, overrides, code, param) => {
    const response = await door('POST', path, post(customer.key, ask(overrides)))
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: {
        message: expect.any(String),
        type: 'invalid_request_error',
        param,
        code,
        request_id: response.headers.get('x-request-id'),
      },
    })
    expect(await customer.rows()).toEqual([])
  })

  it('402, 403 and 404, without a row', async () => {
    const poor = await newCustomer('0.000001')
    const narrow = await customer.keyWith({ allowed_models: ['acme/other'] })
    const cases: [RequestInit, number, string][] = [
      [post(poor.key, ask()), 402, 'insufficient_quota'],
      [post(narrow, ask()), 403, 'model_not_allowed'],
      [post(customer.key, ask({ model: 'acme/none' })), 404, 'model_not_found'],
    ]
    for (const [init, status, code] of cases) {
      const response = await door('POST', path, init)
      expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }])
    }
    expect(await customer.rows()).toEqual([])
  })
})

describe('a client that leaves', () => {
  it('stops the upstream at once and pays nothing', async () => {
    first.answer(answerWith.silence())
    const seen = first.nextRequest()
    const hangUp = new AbortController()
    const pending = door('POST', path, post(customer.key, ask(), {}, hangUp.signal)).catch(() => undefined)
    const request = await seen
    hangUp.abort()
    await Promise.all([pending, request.closed])
    await expect.poll(customer.rows).toMatchObject([{ finish_reason: 'aborted', cost: '0.000000' }])
    expect(await customer.balance()).toMatchObject({ available: '1.000000' })
  })
})

describe('an Idempotency-Key', () => {
  it('answers the first answer again and charges once', async () => {
    const keyed = () => door('POST', path, post(customer.key, ask(), { 'idempotency-key': 'abc' }))
    const original = await (await keyed()).json()
    expect(await (await keyed()).json()).toEqual(original)
    expect(await customer.rows()).toHaveLength(1)
  })
})

const invalidPreferences: [string, object, number, string, string][] = [
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

describe('preferences', () => {
  const send = (body: object, key = customer.key) => door('POST', path, post(key, ask(body)))

  it.each(invalidPreferences)(
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
