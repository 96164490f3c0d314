import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { RerankReply } from '@/lib/gateway/calls/schema'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { newCustomer } from '../testing/new-customer'
import { openUpstreams } from '../testing/open-upstreams'
import { post } from '../testing/post'
import * as rerank from './route'

const path = '/v1/rerank'
const model = { modality: 'rerank', name: 'Rank' }

const { door, first, reset, close } = await openUpstreams({
  modules: { [path]: rerank },
  providersAt: (one) => [
    {
      id: 'first',
      base_url: one.baseUrl,
      models: [
        { ...model, id: 'acme/rank', upstream_id: 'rank', pricing: { prompt: '0.000001' } },
        { ...model, id: 'acme/search', upstream_id: 'search', pricing: { request: '0.002' } },
        { ...model, id: 'acme/units', upstream_id: 'units', pricing: { web_search: '0.002' } },
      ],
    },
  ],
})
afterAll(close)

/** Like Jina's answers, in no particular order. */
const answer = {
  model: 'rank-2026',
  object: 'list',
  usage: { total_tokens: 9 },
  results: [
    { index: 0, relevance_score: 0.1 },
    { index: 2, relevance_score: 0.9 },
  ],
}
const documents = ['one', { text: 'two' }, 'three']
const ask = (more: object = {}) => ({ model: 'acme/rank', query: 'three', documents, ...more })

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})

describe('reranking', () => {
  it('orders documents as the upstream scores them, charged by its count of tokens', async () => {
    const body = ask({ top_n: 2, return_documents: true })
    const response = await door('POST', path, post(customer.key, body))
    expect(response.status).toBe(200)
    expect(RerankReply.parse(await response.json())).toEqual({
      id: expect.stringMatching(/^rerank_/),
      model: 'acme/rank',
      results: [
        { index: 2, relevance_score: 0.9, document: { text: 'three' } },
        { index: 0, relevance_score: 0.1, document: { text: 'one' } },
      ],
      usage: { prompt_tokens: 9, total_tokens: 9, cost: 0.000009 },
    })
    expect(first.requests.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
      ['/v1/rerank', { model: 'rank', query: 'three', documents: ['one', 'two', 'three'] }],
    ])
    expect(await customer.rows()).toMatchObject([
      { modality: 'rerank', status: 'success', prompt_tokens: 9, usage_source: 'upstream', cost: '0.000009' },
    ])
    expect(await customer.balance()).toMatchObject({ balance: '0.999991', held: '0.000000' })
  })

  it('costs by the request where that has the price, and is counted by us where nobody else does', async () => {
    first.answer(
      answerWith.json(200, { results: answer.results, meta: { billed_units: { search_units: 1 } } }),
    )
    const response = await door('POST', path, post(customer.key, ask({ model: 'acme/search' })))
    expect(RerankReply.parse(await response.json())).toMatchObject({
      results: [{ index: 2 }, { index: 0 }],
      usage: { prompt_tokens: 6, cost: 0.002 },
    })
    expect(await customer.rows()).toMatchObject([
      { usage_source: 'estimated', bill: { total: '0.002000', lines: [{ item: 'request' }] } },
    ])
  })

  it('costs by search units where those have the price: as reported, else as counted', async () => {
    const searched = (meta: object) => answerWith.json(200, { results: answer.results, meta })
    first.answer(searched({ billed_units: { search_units: 3 } }))
    const response = await door('POST', path, post(customer.key, ask({ model: 'acme/units' })))
    expect(RerankReply.parse(await response.json())).toMatchObject({ usage: { cost: 0.006 } })
    expect(await customer.rows()).toMatchObject([
      {
        usage_source: 'upstream',
        bill: { total: '0.006000', lines: [{ item: 'web_search', quantity: 3, amount: '0.006000' }] },
      },
    ])
    first.answer(searched({}))
    const many = Array.from({ length: 101 }, () => 'short')
    const counted = await door(
      'POST',
      path,
      post(customer.key, ask({ model: 'acme/units', documents: many })),
    )
    expect(RerankReply.parse(await counted.json())).toMatchObject({ usage: { cost: 0.004 } })
    expect((await customer.rows())[0]).toMatchObject({ usage_source: 'estimated' })
  })

  it('of more search units than there is money for is not asked for', async () => {
    const poor = await newCustomer('0.001')
    const response = await door('POST', path, post(poor.key, ask({ model: 'acme/units' })))
    expect(response.status).toBe(402)
    expect(first.requests).toEqual([])
  })

  it('by the sandbox goes by shared words, without their texts unless asked', async () => {
    const body = {
      model: 'sandbox/rerank',
      query: 'What carries a portico?',
      documents: ['Bread is baked in the morning.', 'Columns carry the roof of a portico.'],
      top_n: 1,
    }
    const response = await door('POST', path, post(customer.key, body))
    const { results, usage } = RerankReply.parse(await response.json())
    expect(results).toEqual([{ index: 1, relevance_score: expect.any(Number) }])
    expect(usage.cost).toBe(0.0005)
  })
})

const invalid: [string, object, string][] = [
  ['no query', { query: undefined }, 'query'],
  ['an empty query', { query: '' }, 'query'],
  ['no documents', { documents: [] }, 'documents'],
  ['an empty document', { documents: ['a', ''] }, 'documents[1]'],
  ['a document of another kind', { documents: [{ title: 'a' }] }, 'documents[0].text'],
  ['too many documents', { documents: Array.from({ length: 1001 }, () => 'a') }, 'documents'],
  ['top_n of 0', { top_n: 0 }, 'top_n'],
  ['an unknown field', { rank_fields: ['a'] }, 'rank_fields'],
  ['no model', { model: undefined }, 'model'],
  ['a model that embeds', { model: 'sandbox/embedding' }, 'model'],
]

const nonsense: [string, object[]][] = [
  ['no results', []],
  ['a document that is not there', [{ index: 3, relevance_score: 1 }]],
  ['no scores', [{ index: 0, relevance_score: null }]],
]

describe('refusals', () => {
  it.each(invalid)('%s is a 400 that names the field', async (_case, more, param) => {
    const response = await door('POST', path, post(customer.key, ask(more)))
    expect(response?.status).toBe(400)
    expect(await response?.json()).toMatchObject({ error: { type: 'invalid_request_error', param } })
  })

  it('402 and 404, without a row', async () => {
    const poor = await newCustomer('0.000001')
    const cases: [RequestInit, number, string][] = [
      [post(poor.key, ask()), 402, 'insufficient_quota'],
      [post(customer.key, ask({ model: 'acme/none' })), 404, 'model_not_found'],
    ]
    for (const [init, status, code] of cases) {
      const response = await door('POST', path, init)
      expect([response?.status, await response?.json()]).toMatchObject([status, { error: { code } }])
    }
    expect(await customer.rows()).toEqual([])
  })

  it.each(nonsense)('an answer with %s is a 502 that costs nothing', async (_case, results) => {
    first.answer(answerWith.json(200, { ...answer, results }))
    expect((await door('POST', path, post(customer.key, ask())))?.status).toBe(502)
    expect(await customer.rows()).toMatchObject([{ status: 'failed', cost: '0.000000' }])
  })
})
