import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { setCallLimits } from '@/lib/account/identity/customers'
import { setModelLimits } from '@/lib/catalog/models/operator-changes'
import { applyCatalogEverywhere } from '@/lib/catalog/models/read-snapshot'
import { forgetHealth } from '@/lib/gateway/routing/testing'
import { env } from '@/lib/platform/env'
import { inTransaction } from '@/lib/platform/transaction'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import * as embeddings from '../../embeddings/route'
import * as messages from '../../messages/route'
import { newCustomer } from '../../testing/new-customer'
import { post } from '../../testing/post'
import * as chat from './route'
import { answer, ask, event, openChat, path, wholeStream } from './testing'

const { door, first, reset, close } = await openChat({
  modules: { [path]: chat, '/v1/messages': messages, '/v1/embeddings': embeddings },
})
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  forgetHealth()
  customer = await newCustomer()
})

const send = (key: string, overrides: object = {}, signal?: AbortSignal) =>
  door('POST', path, post(key, ask({ max_tokens: 100, ...overrides }), {}, signal))
const tokensOf = ({ headers }: Response) =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}-tokens`))
const errorOf = async (response: Response) => ({
  status: response.status,
  retryAfter: response.headers.get('retry-after'),
  ...(await response.json()).error,
})

describe('tokens per minute', () => {
  it('reserve the most that a request can use, and count what it used', async () => {
    const key = await customer.keyWith({ rate_limit_tpm: 140 })
    const one = await send(key)
    expect([one.status, ...tokensOf(one)]).toEqual([200, '140', expect.stringMatching(/^[1-3]\d$/), '61s'])
    await one.json()
    const two = await send(key)
    // 14 tokens were used.
    expect(Number(tokensOf(two)[1])).toBe(Number(tokensOf(one)[1]) - 14)
    await two.json()
    const statuses = []
    for (let count = 0; count < 3; count++) statuses.push((await send(key)).status)
    expect(statuses).toEqual([200, 429, 429])
    const refused = await send(key)
    expect(tokensOf(refused)).toEqual(['140', '98', expect.stringMatching(/^\d+s$/)])
    expect(await errorOf(refused)).toMatchObject({
      status: 429,
      code: 'rate_limit_exceeded',
      type: 'rate_limit_error',
      retryAfter: expect.stringMatching(/^[1-9]\d?$/),
      metadata: { limit_source: 'gateway', limit: 'tokens', scope: 'key' },
      message: expect.stringMatching(/^Limit of 140 tokens per minute of this API key exceeded: 42 are used/),
    })
    expect((await send(key, { max_tokens: 50 })).status).toBe(200)
  })

  it('are not in headers of a key without such a limit', async () => {
    expect(tokensOf(await send(customer.key))).toEqual([null, null, null])
  })

  it('come back from failed upstreams, from the one that was left for another, and from clients that leave', async () => {
    const key = await customer.keyWith({ rate_limit_tpm: 150 })
    first.answer(answerWith.json(500, {}))
    expect((await send(key)).status).toBe(502)
    forgetHealth()
    expect((await send(key, { model: 'acme/both' })).status).toBe(200)
    forgetHealth()
    first.answer(answerWith.json(200, answer))
    const left = new AbortController()
    first.answer(() => left.abort())
    await expect(send(key, {}, left.signal)).rejects.toThrow()
    first.answer(answerWith.json(200, answer))
    await expect.poll(async () => (await send(key, { max_tokens: 60 })).status).toBe(200)
  })

  it('say that a request is too large for the limit, and that no retry helps', async () => {
    const key = await customer.keyWith({ rate_limit_tpm: 50 })
    const refused = await send(key)
    expect(refused.headers.get('x-should-retry')).toBe('false')
    expect(await errorOf(refused)).toMatchObject({
      status: 429,
      code: 'rate_limit_exceeded',
      retryAfter: null,
      metadata: { limit: 'tokens' },
      message: expect.stringMatching(
        /^This request may use 1\d\d tokens, prompt and answer together; .* 50 per minute/,
      ),
    })
    expect((await send(key, { max_tokens: 30 })).status).toBe(200)
  })

  it('of a customer count for all its keys, and for nobody else', async () => {
    await inTransaction((tx) => setCallLimits(customer.owner.customerId, { rate_limit_tpm: 130 }, tx))
    const [one, other] = [await customer.keyWith(), await customer.keyWith()]
    expect((await send(one)).status).toBe(200)
    expect((await send(other)).status).toBe(200)
    expect(await errorOf(await send(one))).toMatchObject({ status: 429, metadata: { scope: 'customer' } })
    const neighbour = await newCustomer()
    expect((await send(neighbour.key)).status).toBe(200)
  })

  it('of a model are each customer’s own', async () => {
    await inTransaction((tx) => setModelLimits('acme/alone', { rate_limit_tpm: 120 }, tx))
    await applyCatalogEverywhere()
    try {
      expect((await send(customer.key)).status).toBe(200)
      expect(await errorOf(await send(customer.key))).toMatchObject({
        status: 429,
        metadata: { scope: 'model' },
      })
      expect((await send(customer.key, { model: 'acme/both' })).status).toBe(200)
      expect((await send((await newCustomer()).key)).status).toBe(200)
    } finally {
      await inTransaction((tx) => setModelLimits('acme/alone', { rate_limit_tpm: null }, tx))
      await applyCatalogEverywhere()
    }
  })

  it('of an end user are for each one that a customer’s requests name', async () => {
    env().RATE_LIMIT_END_USER_TPM = 120
    const statuses = []
    for (const user of ['u1', 'u1', 'u2', undefined])
      statuses.push((await send(customer.key, { user })).status)
    env().RATE_LIMIT_END_USER_TPM = 0
    expect(statuses).toEqual([200, 429, 200, 200])
  })

  it('hold at Messages too, in Anthropic’s envelope', async () => {
    const key = await customer.keyWith({ rate_limit_tpm: 120 })
    const body = ask({ max_tokens: 100 })
    expect((await door('POST', '/v1/messages', post(key, body))).status).toBe(200)
    const refused = await door('POST', '/v1/messages', post(key, body))
    expect([refused.status, tokensOf(refused)[0]]).toEqual([429, '120'])
    expect(await refused.json()).toMatchObject({ type: 'error', error: { type: 'rate_limit_error' } })
  })

  it('are never exceeded by 200 requests at once', async () => {
    const key = await customer.keyWith({ rate_limit_tpm: 1000 })
    const answers = await Promise.all(Array.from({ length: 200 }, () => send(key)))
    const served = answers.filter(({ status }) => status === 200).length
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([])
    // Each takes 14 tokens, and reserves a little over 100 until its end.
    expect(served * 14).toBeLessThanOrEqual(1000)
    expect(served).toBeGreaterThanOrEqual(Math.floor(1000 / 130))
  })
})

describe('requests at once', () => {
  it('of a key: a stream keeps its place until it ends or its client leaves', async () => {
    const key = await customer.keyWith({ max_concurrency: 1 })
    const goOn = Promise.withResolvers<void>()
    first.answer(async (res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      res.write(wholeStream[0])
      await goOn.promise
      res.end(wholeStream.slice(1).join(''))
    })
    const stream = await send(key, { stream: true })
    const refused = await send(key)
    expect(await errorOf(refused)).toMatchObject({
      status: 429,
      code: 'rate_limit_exceeded',
      retryAfter: '1',
      metadata: { limit_source: 'gateway', limit: 'concurrency', scope: 'key' },
      message: expect.stringContaining('1 requests at once of this API key'),
    })
    const unlimited = await send(customer.key, { stream: true })
    expect(unlimited.status).toBe(200)
    goOn.resolve()
    await Promise.all([stream.text(), unlimited.text()])
    first.answer(answerWith.json(200, answer))
    await expect.poll(async () => (await send(key)).status).toBe(200)

    first.answer((res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      res.write(event({ role: 'assistant', content: 'Hi' }))
    })
    const leaving = new AbortController()
    expect((await send(key, { stream: true }, leaving.signal)).status).toBe(200)
    expect((await send(key)).status).toBe(429)
    leaving.abort()
    first.answer(answerWith.json(200, answer))
    await expect.poll(async () => (await send(key)).status).toBe(200)
  })

  it('of a customer count for all its keys; refused and failed requests keep no place', async () => {
    await inTransaction((tx) => setCallLimits(customer.owner.customerId, { max_concurrency: 2 }, tx))
    const key = await customer.keyWith()
    for (let count = 0; count < 5; count++) {
      expect((await send(key, { max_tokens: 'x' })).status).toBe(400)
      expect((await send(key, { model: 'no/such' })).status).toBe(404)
    }
    first.answer(answerWith.json(500, {}))
    for (let count = 0; count < 5; count++) {
      forgetHealth()
      expect((await send(key)).status).toBe(502)
    }
    forgetHealth()
    let most = 0
    let running = 0
    first.answer(async (res, req) => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      answerWith.json(200, answer)(res, req)
    })
    const keys = [key, await customer.keyWith()]
    const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => send(keys[at % 2] ?? key)))
    expect(most).toBeLessThanOrEqual(2)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect(answers.some(({ status }) => status === 429)).toBe(true)
  })
})

describe('a key bound to networks', () => {
  it('is refused from other addresses, by every endpoint', async () => {
    const key = await customer.keyWith({ networks: ['192.0.2.0/24', '2001:db8::/32'] })
    expect(await errorOf(await send(key))).toMatchObject({
      status: 403,
      code: 'network_not_allowed',
      type: 'permission_error',
      message: 'This API key may not be used from 127.0.0.1.',
    })
    expect((await send(await customer.keyWith({ networks: ['192.0.2.0/24', '127.0.0.0/8'] }))).status).toBe(
      200,
    )
    expect((await send(await customer.keyWith({ networks: ['127.0.0.1'] }))).status).toBe(200)
  })

  it('is judged by the address that trusted proxies forward, and by no other', async () => {
    const key = await customer.keyWith({ networks: ['2001:db8::/32'] })
    const from = (address: string) =>
      door('POST', path, post(key, ask({ max_tokens: 10 }), { 'x-forwarded-for': address }))
    const statuses = []
    const { TRUST_PROXY } = env()
    for (const proxy of ['', '127.0.0.1']) {
      env().TRUST_PROXY = proxy
      for (const address of ['2001:db8::5', '2001:db9::5']) statuses.push((await from(address)).status)
    }
    env().TRUST_PROXY = TRUST_PROXY
    expect(statuses).toEqual([403, 403, 200, 403])
  })
})
