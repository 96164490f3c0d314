import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ModerationReply } from '@/lib/gateway/calls/schema'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { newCustomer } from '../testing/new-customer'
import { openUpstreams } from '../testing/open-upstreams'
import { post } from '../testing/post'
import * as moderations from './route'

const path = '/v1/moderations'
const model = { modality: 'moderation', name: 'Judge' }

const { door, first, second, reset, close } = await openUpstreams({
  modules: { [path]: moderations },
  providersAt: (one, other) => [
    {
      id: 'first',
      base_url: one.baseUrl,
      models: [
        { ...model, id: 'acme/judge', upstream_id: 'judge', pricing: { prompt: '0.000001' } },
        { ...model, id: 'acme/free', upstream_id: 'free', pricing: {} },
      ],
    },
    {
      id: 'second',
      base_url: other.baseUrl,
      models: [{ ...model, id: 'acme/judge', upstream_id: 'judge', pricing: { prompt: '0.000001' } }],
    },
  ],
})
afterAll(close)

const verdict = {
  flagged: true,
  categories: { violence: true, illicit: null },
  category_scores: { violence: 0.9, illicit: null },
  category_applied_input_types: { violence: ['text'] },
}
const answer = { id: 'modr-1', model: 'judge-2026', results: [verdict] }
const ask = (more: object = {}) => ({ model: 'acme/judge', input: 'one two', ...more })

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})

describe('moderations', () => {
  it('are the upstream’s, under our model name, counted and charged by us', async () => {
    const response = await door('POST', path, post(customer.key, ask()))
    expect(response.status).toBe(200)
    expect(ModerationReply.parse(await response.json())).toEqual({
      id: expect.stringMatching(/^modr_/),
      model: 'acme/judge',
      results: [verdict],
      usage: { prompt_tokens: 2, total_tokens: 2, cost: 0.000002 },
    })
    expect(first.requests.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
      ['/v1/moderations', { model: 'judge', input: ['one two'] }],
    ])
    expect(await customer.rows()).toMatchObject([
      {
        modality: 'moderation',
        status: 'success',
        prompt_tokens: 2,
        usage_source: 'estimated',
        bill: { total: '0.000002', lines: [{ item: 'prompt', amount: '0.000002' }] },
      },
    ])
    expect(await customer.balance()).toMatchObject({ balance: '0.999998', held: '0.000000' })
  })

  it('of parts are one result, and images are passed on unchanged', async () => {
    const input = [
      { type: 'text', text: 'a' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
    ]
    const response = await door('POST', path, post(customer.key, ask({ input })))
    expect(ModerationReply.parse(await response.json()).results).toHaveLength(1)
    expect(JSON.parse(first.requests[0]?.body ?? '')).toEqual({ model: 'judge', input })
  })

  it('that are free need no credit, and are recorded', async () => {
    const poor = await newCustomer('0')
    expect((await door('POST', path, post(poor.key, ask({ model: 'acme/free' })))).status).toBe(200)
    expect(await poor.rows()).toMatchObject([{ status: 'success', cost: '0.000000', prompt_tokens: 2 }])
  })

  it('come from another route when one fails', async () => {
    first.answer(answerWith.json(500, {}))
    expect((await door('POST', path, post(customer.key, ask()))).status).toBe(200)
    expect(second.requests).toHaveLength(1)
  })

  it('of the sandbox find the words of its list in each text', async () => {
    const input = ['Bread is baked in the morning.', 'I will kill you, you MORON!']
    const response = await door('POST', path, post(customer.key, ask({ model: 'sandbox/moderation', input })))
    const { model, results } = ModerationReply.parse(await response.json())
    expect([model, results.map(({ flagged }) => flagged)]).toEqual(['sandbox/moderation', [false, true]])
    expect(results[1]?.categories).toMatchObject({ violence: true, harassment: true, sexual: false })
  })
})

const invalid: [string, object, string][] = [
  ['no input', { input: undefined }, 'input'],
  ['an empty text', { input: '' }, 'input'],
  ['no texts', { input: [] }, 'input'],
  ['an empty text among others', { input: ['a', ''] }, 'input[1]'],
  ['texts and parts together', { input: ['a', { type: 'text', text: 'b' }] }, 'input[1]'],
  ['too many texts', { input: Array.from({ length: 257 }, () => 'a') }, 'input'],
  ['an unknown field', { inputs: [] }, 'inputs'],
  ['no model', { model: undefined }, 'model'],
  ['a model that chats', { model: 'sandbox/chat' }, 'model'],
  [
    'a picture for the sandbox',
    {
      model: 'sandbox/moderation',
      input: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }],
    },
    'input',
  ],
]

describe('refusals', () => {
  it.each(invalid)('%s is a 400 that names the field', async (_case, more, param) => {
    const response = await door('POST', path, post(customer.key, ask(more)))
    expect(response?.status).toBe(400)
    expect(await response?.json()).toMatchObject({ error: { type: 'invalid_request_error', param } })
  })

  it('402, 404 and 502', async () => {
    const poor = await newCustomer('0')
    const cases: [RequestInit, number, string][] = [
      [post(poor.key, ask()), 402, 'insufficient_quota'],
      [post(customer.key, ask({ model: 'acme/none' })), 404, 'model_not_found'],
    ]
    for (const [init, status, code] of cases) {
      const response = await door('POST', path, init)
      expect([response?.status, await response?.json()]).toMatchObject([status, { error: { code } }])
    }
    expect(await customer.rows()).toEqual([])
    for (const upstream of [first, second]) upstream.answer(answerWith.json(200, { results: [] }))
    expect((await door('POST', path, post(customer.key, ask())))?.status).toBe(502)
    expect(await customer.rows()).toMatchObject([{ status: 'failed', cost: '0.000000' }])
  })
})
