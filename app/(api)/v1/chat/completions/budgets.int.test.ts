import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { EmbeddingReply } from '@/lib/gateway/calls/schema'
import { ChatReply } from '@/lib/gateway/chat/schema'
import { forgetHealth } from '@/lib/gateway/routing/testing'
import { checkLedger } from '@/lib/money/ledger/testing/ledger-customer'
import { pool } from '@/lib/platform/db'
import { countTokens } from '@/lib/platform/tokens'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import * as embeddings from '../../embeddings/route'
import { newCustomer } from '../../testing/new-customer'
import { post } from '../../testing/post'
import * as chat from './route'
import { answer, event, openChat, path } from './testing'

/** A budget can be spent to its end, and nobody is charged more, or shown another charge. */
const embeddingsPath = '/v1/embeddings'
const price = { pricing: { prompt: '0.000001', completion: '0.000002' } }
const { door, first, close } = await openChat({
  modules: { [path]: chat, [embeddingsPath]: embeddings },
  providersAt: ({ baseUrl }) => [
    {
      id: 'roomy',
      name: 'roomy',
      adapter: 'openai-compatible',
      base_url: baseUrl,
      models: [
        {
          id: 'acme/roomy',
          name: 'Roomy',
          modality: 'chat',
          upstream_id: 'roomy',
          max_output_tokens: 1000,
          ...price,
        },
        {
          id: 'acme/embed',
          name: 'Embed',
          modality: 'embedding',
          upstream_id: 'embed',
          pricing: { prompt: '0.000001' },
        },
      ],
    },
  ],
})
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  forgetHealth()
  customer = await newCustomer('100')
})

const FRAME_TOKENS = 7
const NANOS = 1e9
const usd = (nanos: number) => (nanos / NANOS).toFixed(9).replace(/0{1,3}$/, '')
const ask = (content: string, key: string, more: object = {}) =>
  door(
    'POST',
    path,
    post(key, { model: 'acme/roomy', max_tokens: 4, messages: [{ role: 'user', content }], ...more }),
  )
const spent = async () => {
  const rows = await customer.rows()
  return Math.round(rows.reduce((sum, { cost }) => sum + Number(cost), 0) * NANOS)
}

const prose = ' It was said of the harbour that no ship had ever left it twice.'
const long = prose.repeat(Math.ceil(330_000 / prose.length))
/** Exact and fast to count: every part has the same words. */
const longTokens = countTokens(prose) * (long.length / prose.length)

function answerCounting(promptTokens: number): number {
  const usage = { prompt_tokens: promptTokens, completion_tokens: 4 }
  first.answer(answerWith.json(200, { ...answer, usage }))
  return promptTokens * 1000 + 4 * 2000
}

async function untilRefused(key: string, content: string, workers = 1): Promise<void> {
  const work = async () => {
    for (let status = 200; status === 200; ) status = (await ask(content, key)).status
  }
  await Promise.all(Array.from({ length: workers }, work))
}

describe('a budget', () => {
  it.each([
    [
      'short prompts',
      'Hello there, what is the time?',
      countTokens('Hello there, what is the time?') + FRAME_TOKENS,
      1,
    ],
    ['prompts of 330 kB', long, longTokens + FRAME_TOKENS, 1],
    ['prompts of many at once', prose, countTokens(prose) + FRAME_TOKENS, 8],
  ])(
    'of five requests is spent by %s, as a key’s limit and as a balance',
    async (_, content, tokens, workers) => {
      const costNanos = answerCounting(tokens)
      const key = await customer.keyWith({ limit_usd: usd(5 * costNanos) })
      await untilRefused(key, content, workers)
      expect(await spent()).toBe(5 * costNanos)
      customer = await newCustomer(usd(5 * costNanos))
      await untilRefused(customer.key, content, workers)
      expect(await spent()).toBe(5 * costNanos)
      expect(await customer.balance()).toMatchObject({ balance: '0.000000', held: '0.000000' })
    },
    60_000,
  )

  it('that is less than a request’s counted cost refuses it and names the amount', async () => {
    const costNanos = answerCounting(longTokens + FRAME_TOKENS)
    const key = await customer.keyWith({ limit_usd: usd(costNanos - 1000) })
    const response = await ask(long, key)
    expect(response.status).toBe(402)
    expect(await response.json()).toMatchObject({
      error: { metadata: { limit_source: 'key_limit', required: usd(costNanos) } },
    })
    expect(await customer.rows()).toEqual([])
  })

  it('covers embeddings too', async () => {
    const tokens = countTokens(prose) * (long.length / prose.length)
    first.answer(
      answerWith.json(200, {
        data: [{ index: 0, embedding: [0.25] }],
        usage: { prompt_tokens: tokens, total_tokens: tokens },
      }),
    )
    const key = await customer.keyWith({ limit_usd: usd(5 * tokens * 1000) })
    const embed = () => door('POST', embeddingsPath, post(key, { model: 'acme/embed', input: long }))
    for (let at = 0; at < 5; at++) {
      const response = await embed()
      expect(EmbeddingReply.parse(await response.json()).usage.cost).toBe((tokens * 1000) / NANOS)
    }
    expect((await embed()).status).toBe(402)
  })
})

describe('an upstream that uses more than it may', () => {
  const greedy = { prompt_tokens: 10, completion_tokens: 900 }
  const wanted = 10 * 1000 + 900 * 2000
  const limit = 200_000
  const events = [
    event({ content: 'Hi' }),
    event({}, 'stop'),
    `data: ${JSON.stringify({ id: 'up', choices: [], usage: greedy })}\n\n`,
    'data: [DONE]\n\n',
  ]
  const streamed = { stream: true, stream_options: { include_usage: true } }

  it.each([
    ['a key', async () => customer.keyWith({ limit_usd: usd(limit) })],
    [
      'a balance',
      async () => {
        customer = await newCustomer(usd(limit))
        return customer.key
      },
    ],
  ])(
    'is paid what %s allows, whole, streamed and kept for a retry: told, billed and booked alike',
    async (_, open) => {
      for (const way of ['whole', 'streamed', 'kept']) {
        const key = await open()
        first.answer(
          way === 'streamed'
            ? answerWith.events(...events)
            : answerWith.json(200, { ...answer, usage: greedy }),
        )
        const body = { model: 'acme/roomy', max_tokens: 4, messages: [{ role: 'user', content: 'Hi' }] }
        const headers = way === 'kept' ? { 'idempotency-key': `once-${key}` } : {}
        const response = await door(
          'POST',
          path,
          post(key, way === 'streamed' ? { ...body, ...streamed } : body, headers),
        )
        const text = await response.text()
        const told = /"cost":(?<cost>[\d.e-]+)/.exec(text)?.groups?.cost
        expect(Number(told), way).toBe(limit / NANOS)
        const [row] = await customer.rows()
        expect(row, way).toMatchObject({ cost: usd(limit), bill: { total: usd(limit) } })
        expect(row?.bill.lines.at(-1), way).toMatchObject({
          item: 'not_charged',
          amount: usd(limit - wanted),
        })
        expect((await ask('Hi', key)).status, way).toBe(402)
      }
      expect(await checkLedger()).toBe(0)
    },
  )

  it('by two hundred requests at once is paid no more than the key allows, and each answer has its charge', async () => {
    first.answer(answerWith.json(200, { ...answer, usage: greedy }))
    const key = await customer.keyWith({ limit_usd: usd(20 * wanted + 1000) })
    const replies = await Promise.all(Array.from({ length: 200 }, () => ask('Hi', key)))
    const costs = await Promise.all(
      replies
        .filter(({ status }) => status === 200)
        .map(async (reply) => ChatReply.parse(await reply.json()).usage.cost),
    )
    const told = Math.round(costs.reduce((sum, cost) => sum + cost, 0) * NANOS)
    await customer.balance()
    const { rows } = await pool.query(
      `SELECT cost_nanos::int AS cost FROM usage_records WHERE customer_id = $1 AND status = 'success'`,
      [customer.owner.customerId],
    )
    expect(rows.map(({ cost }) => cost / NANOS).sort()).toEqual(costs.sort())
    expect(told).toBeLessThanOrEqual(20 * wanted + 1000)
    expect(told).toBeGreaterThanOrEqual(19 * wanted)
    expect(await checkLedger()).toBe(0)
  }, 60_000)
})

describe('cached tokens outside of the prompt', () => {
  it('are added once an answer proves it, in the answer, the bill and the statistics', async () => {
    const tell = (prompt_tokens: number, cached_tokens: number) =>
      first.answer(
        answerWith.json(200, {
          ...answer,
          usage: {
            prompt_tokens,
            completion_tokens: 4,
            total_tokens: prompt_tokens + 4,
            prompt_tokens_details: { cached_tokens },
          },
        }),
      )
    const usages = []
    for (const [prompt, cached] of [
      [10, 5],
      [10, 20],
      [10, 5],
    ] as const) {
      tell(prompt, cached)
      usages.push(ChatReply.parse(await (await ask('Hi', customer.key)).json()).usage)
    }
    expect(usages).toMatchObject([
      { prompt_tokens: 10, total_tokens: 14, prompt_tokens_details: { cached_tokens: 5 } },
      { prompt_tokens: 30, total_tokens: 34, prompt_tokens_details: { cached_tokens: 20 } },
      { prompt_tokens: 15, total_tokens: 19, prompt_tokens_details: { cached_tokens: 5 } },
    ])
    const rows = await customer.rows()
    expect(rows.map((row) => row.prompt_tokens).sort()).toEqual([10, 15, 30])
  })
})
