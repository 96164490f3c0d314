import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { releaseOrphanedHolds } from '@/lib/money/ledger/integrity'
import { pool } from '@/lib/platform/db'
import { anthropicStart, anthropicText } from '@/lib/upstream/adapters/ai-sdk/testing/chat-answers'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import type { Answer } from '@/lib/upstream/testing/fault-upstream'
import * as embeddings from '../../embeddings/route'
import { provider } from '../../embeddings/testing'
import * as messages from '../../messages/route'
import * as responses from '../../responses/route'
import { newCustomer } from '../../testing/new-customer'
import { post } from '../../testing/post'
import { startChatProcess } from '../../testing/start-chat-process'
import * as chat from './route'
import { answer, ask, event, model, openChat, path } from './testing'

const {
  door: node,
  first,
  second,
  reset,
  close,
} = await openChat({
  modules: {
    [path]: chat,
    '/v1/messages': messages,
    '/v1/responses': responses,
    '/v1/embeddings': embeddings,
  },
  providersAt: (upstream) => [
    provider('third', upstream, ['acme/embed']),
    {
      id: 'claude',
      adapter: 'ai-sdk',
      base_url: upstream.baseUrl,
      api_key_env: 'PATH',
      options: { sdk: 'anthropic' },
      models: [{ ...model, id: 'acme/claude', upstream_id: 'claude-sonnet-4-6' }],
    },
  ],
})
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})

const json = 'application/json'
const sse = 'text/event-stream'
const said = [{ role: 'user', content: 'Hello' }]
const formats: [string, string, object, string][] = [
  ['a completion', path, ask(), json],
  ['a streamed completion', path, ask({ stream: true }), sse],
  ['a completion that may be asked for again', path, ask(), json],
  ['a message', '/v1/messages', { model: 'acme/alone', max_tokens: 9, messages: said }, json],
  [
    'a streamed message',
    '/v1/messages',
    { model: 'acme/alone', max_tokens: 9, messages: said, stream: true },
    sse,
  ],
  ['a response', '/v1/responses', { model: 'acme/alone', input: 'Hello' }, json],
  ['a streamed response', '/v1/responses', { model: 'acme/alone', input: 'Hello', stream: true }, sse],
  ['embeddings', '/v1/embeddings', { model: 'acme/embed', input: 'Hello' }, json],
  ['a vendor’s completion', path, ask({ model: 'acme/claude' }), json],
  ['a vendor’s stream', path, ask({ model: 'acme/claude', stream: true }), sse],
]

/** Sends a request, waits until the upstream's bytes are read, and leaves. */
async function hangUpAfter(play: Answer, url: string, body: object, headers: Record<string, string> = {}) {
  first.answer(play)
  const seen = first.nextRequest()
  const hangUp = new AbortController()
  const pending = node('POST', url, post(customer.key, body, headers, hangUp.signal))
    .then((response) => response.text())
    .catch(() => undefined)
  const request = await seen
  // Once another whole exchange has ended, everything sent before has been read.
  first.answer(answerWith.json(200, answer))
  const other = await newCustomer()
  await node('POST', path, post(other.key, ask()))
  hangUp.abort()
  await Promise.all([pending, request.closed])
}

async function expectOwed(row: object) {
  await expect
    .poll(customer.rows)
    .toMatchObject([{ status: 'success', finish_reason: 'aborted', error_code: null, ...row }])
  const [booked] = await customer.rows()
  const balance = await customer.balance()
  expect(Number(balance.balance)).toBeCloseTo(1 - Number(booked?.cost), 9)
  expect(balance.held).toBe('0.000000')
  return Number(booked?.cost)
}

describe('a client that leaves', () => {
  it.each(formats)('on %s before the upstream has accepted it pays nothing', async (_what, url, body) => {
    await hangUpAfter(answerWith.silence(), url, body)
    expect(await expectOwed({ usage_source: 'none' })).toBe(0)
  })

  it.each(formats)(
    'on %s that was accepted pays for its prompt, as counted',
    async (what, url, body, type) => {
      const headers: Record<string, string> = what.includes('again') ? { 'idempotency-key': 'one' } : {}
      await hangUpAfter(answerWith.headThenSilence(type), url, body, headers)
      const cost = await expectOwed({ usage_source: 'estimated', completion_tokens: 0 })
      expect(cost).toBeGreaterThan(0)
      expect(cost).toBeLessThan(0.00002)
    },
  )

  it.each([
    ['a comment', ': processing\n\n'],
    ['an event without a choice', 'data: {"id":"up-1","choices":[],"prompt_filter_results":[]}\n\n'],
  ])('after %s and before the first choice pays for the prompt', async (_name, beginning) => {
    await hangUpAfter(answerWith.eventsThenSilence(beginning), path, ask({ stream: true }))
    expect(await expectOwed({ usage_source: 'estimated', completion_tokens: 0 })).toBeGreaterThan(0)
  })

  it('before the first text pays for the prompt as the upstream reported it', async () => {
    const reported = {
      prompt_tokens: 500,
      completion_tokens: 0,
      prompt_tokens_details: { cached_tokens: 100 },
    }
    const usage = `data: ${JSON.stringify({ id: 'up-1', choices: [], usage: reported })}\n\n`
    await hangUpAfter(answerWith.eventsThenSilence(usage), path, ask({ stream: true }))
    await expectOwed({ usage_source: 'upstream', prompt_tokens: 500, completion_tokens: 0 })
  })

  it('before a vendor’s first text pays for the prompt as the vendor reported it', async () => {
    const body = ask({ model: 'acme/claude', stream: true })
    await hangUpAfter(answerWith.eventsThenSilence(anthropicStart), path, body)
    expect(await expectOwed({ usage_source: 'upstream', completion_tokens: 0 })).toBeGreaterThan(0)
  })

  it.each([
    ['an upstream', ask({ stream: true }), event({ content: 'one two three' })],
    [
      'a vendor',
      ask({ model: 'acme/claude', stream: true }),
      anthropicStart + anthropicText(0, 'one two three'),
    ],
  ])(
    'in the middle of a stream of %s pays for the prompt and what it received',
    async (_who, body, events) => {
      await hangUpAfter(answerWith.eventsThenSilence(events), path, body)
      await expectOwed({ usage_source: 'estimated', completion_tokens: 3 })
    },
  )

  it('during a whole answer pays only for the prompt', async () => {
    await hangUpAfter(answerWith.bodyThenSilence(200, '{"choices":[{"message":{"content":"one'), path, ask())
    expect(await expectOwed({ usage_source: 'estimated', completion_tokens: 0 })).toBeGreaterThan(0)
  })

  it('pays nothing for an upstream that accepted and failed, while the next one has not accepted', async () => {
    const seen = second.nextRequest()
    second.answer(answerWith.silence())
    first.answer(answerWith.events('data: {"error":{"message":"overloaded","code":503}}\n\n'))
    const hangUp = new AbortController()
    const init = post(customer.key, ask({ model: 'acme/both', stream: true }), {}, hangUp.signal)
    const pending = node('POST', path, init).catch(() => undefined)
    await seen
    hangUp.abort()
    await pending
    expect(await expectOwed({ usage_source: 'none', provider: 'second' })).toBe(0)
  })
})

const keyed = (body: object) => post(customer.key, body, { 'idempotency-key': 'once' })

/** Keeps the answer of the customer's request from being stored. */
async function lockRecord() {
  const client = await pool.connect()
  await client.query('BEGIN')
  const { customerId } = customer.owner
  await client.query('SELECT FROM idempotency_records WHERE customer_id = $1 FOR UPDATE', [customerId])
  const writers = `SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'UPDATE idempotency_records%'`
  return {
    waiting: async () => (await pool.query(writers)).rowCount,
    release: async () => {
      await client.query('ROLLBACK')
      client.release()
    },
  }
}

it('a process killed before it stored the answer has charged nothing, and the retry is charged once', async () => {
  const other = await startChatProcess()
  const locked = Promise.withResolvers<Awaited<ReturnType<typeof lockRecord>>>()
  first.answer(async (res, req) => {
    locked.resolve(await lockRecord())
    answerWith.json(200, answer)(res, req)
  })
  const cutOff = fetch(other.origin + path, { method: 'POST', ...keyed(ask()) }).catch(() => 'cut off')
  const lock = await locked.promise
  await expect.poll(lock.waiting).toBe(1)
  await other.flush()
  await other.kill()
  expect(await cutOff).toBe('cut off')
  await lock.release()

  reset(answer)
  const retried = await node('POST', path, keyed(ask()))
  expect([retried.status, retried.headers.get('idempotent-replayed')]).toEqual([200, null])
  await releaseOrphanedHolds()
  expect(await customer.rows()).toMatchObject([{ status: 'success', cost: '0.000018' }])
  expect(await customer.balance()).toMatchObject({ balance: '0.999982', held: '0.000000' })
})

describe('a process that was taken for dead and is alive', () => {
  const input = { input: 'Hello' }
  const message = { model: 'acme/alone', max_tokens: 9, messages: ask().messages }
  const vectors = { object: 'list', data: [{ object: 'embedding', index: 0, embedding: [1] }] }

  it.each([
    [path, ask(), answer],
    ['/v1/messages', message, answer],
    ['/v1/responses', { model: 'acme/alone', ...input }, answer],
    ['/v1/embeddings', { model: 'acme/embed', ...input }, { ...vectors, usage: { prompt_tokens: 6 } }],
  ])(
    'gives at %s the answer that was kept instead of its own, which nobody pays for',
    async (at, body, reported) => {
      first.answer(async (res, req) => {
        await pool.query(
          `UPDATE idempotency_records SET locked_by = 'inst_other', status = 200, headers = '{}', body = '{"kept":1}'
          WHERE customer_id = $1`,
          [customer.owner.customerId],
        )
        answerWith.json(200, reported)(res, req)
      })
      const response = await node('POST', at, keyed(body))
      expect(response.headers.get('idempotent-replayed')).toBe('true')
      expect(await response.json()).toEqual({ kept: 1 })
      expect(await customer.rows()).toMatchObject([
        { status: 'failed', error_code: 'internal_error', cost: '0.000000' },
      ])
      expect(await customer.balance()).toMatchObject({ balance: '1.000000', held: '0.000000' })
    },
  )
})

async function expectNothingPaid(response: Response) {
  expect([response.status, await response.json()]).toMatchObject([500, { error: { code: 'internal_error' } }])
  expect(await customer.rows()).toEqual([])
  await expect.poll(customer.balance).toMatchObject({ balance: '1.000000', held: '0.000000' })
}

it('vectors that cannot be serialized cost nothing, and nothing stays held', async () => {
  reset({
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: [1] }],
    usage: { prompt_tokens: 6 },
  })
  vi.spyOn(Buffer.prototype, 'writeFloatLE').mockImplementationOnce(() => {
    throw new Error('unforeseen')
  })
  const body = { model: 'acme/embed', input: 'Hello', encoding_format: 'base64' }
  await expectNothingPaid(await node('POST', '/v1/embeddings', post(customer.key, body)))
})
