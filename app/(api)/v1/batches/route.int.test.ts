import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { revokeKey } from '@/lib/account/api-keys/keys'
import { setSuspension } from '@/lib/account/identity/customers'
import { sweepBatches } from '@/lib/gateway/batches/batches'
import { BatchList, BatchObject } from '@/lib/gateway/batches/schema'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { inTransaction } from '@/lib/platform/transaction'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { newCustomer } from '../testing/new-customer'
import { post } from '../testing/post'
import {
  answer,
  handIn,
  LINE_USD,
  line,
  openBatches,
  readBatch,
  readLines,
  runToEnd,
  takeTurn,
  upload,
  withKey,
} from './testing'

const { door, first, reset, close } = await openBatches()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  vi.restoreAllMocks()
  reset(answer)
  customer = await newCustomer()
})

const read = (id: string) => readBatch(door, customer.key, id)
const linesOf = (fileId: string | null) => readLines(door, customer.key, fileId)
const unasked = (code: string) => ({ response: null, error: { code, message: expect.any(String) } })

describe('a batch', () => {
  it('gives its requests its metadata as tags, which each may override', async () => {
    const lines = [line('a', { user: 'u' }), line('b', { metadata: { run: '8' } })]
    const { id } = await handIn(door, customer.key, lines, { metadata: { run: '7' } })
    await runToEnd(id)
    const rows = await customer.rows()
    expect(rows.map(({ end_user, tags }) => ({ end_user, tags }))).toEqual(
      expect.arrayContaining([
        { end_user: 'u', tags: { run: '7' } },
        { end_user: null, tags: { run: '8' } },
      ]),
    )
  })

  it('is read and run line by line, each line is charged, and the results are a file of answers and one of errors', async () => {
    const lines = [line('a'), line('b', { model: 'acme/none' }), line('c', { temperature: 'hot' })]
    const made = await handIn(door, customer.key, lines, { metadata: { run: '7' } })
    expect(made).toEqual({
      id: expect.stringMatching(/^batch_/),
      object: 'batch',
      endpoint: '/v1/chat/completions',
      errors: null,
      input_file_id: expect.stringMatching(/^file_/),
      completion_window: '24h',
      status: 'validating',
      output_file_id: null,
      error_file_id: null,
      created_at: expect.any(Number),
      in_progress_at: null,
      expires_at: made.created_at + 24 * 3600,
      finalizing_at: null,
      completed_at: null,
      failed_at: null,
      expired_at: null,
      cancelling_at: null,
      cancelled_at: null,
      request_counts: { total: 0, completed: 0, failed: 0 },
      metadata: { run: '7' },
    })
    await takeTurn(made.id)
    expect(await read(made.id)).toMatchObject({ status: 'in_progress', request_counts: { total: 3 } })
    await runToEnd(made.id)
    const batch = await read(made.id)
    expect(batch).toMatchObject({
      status: 'completed',
      completed_at: expect.any(Number),
      request_counts: { total: 3, completed: 1, failed: 2 },
    })
    const [row, ...more] = await customer.rows()
    expect([row?.status, row?.cost, more]).toEqual(['success', '0.000018', []])
    expect(await linesOf(batch.output_file_id)).toEqual([
      {
        id: expect.stringMatching(/^batch_req_/),
        custom_id: 'a',
        response: {
          status_code: 200,
          request_id: row?.id,
          body: expect.objectContaining({ object: 'chat.completion', model: 'acme/alone' }),
        },
        error: null,
      },
    ])
    const refusal = (status_code: number, code: string, param: string) => ({
      error: null,
      response: { status_code, body: { error: { code, param } } },
    })
    expect(await linesOf(batch.error_file_id)).toMatchObject([
      { custom_id: 'b', ...refusal(404, 'model_not_found', 'model') },
      { custom_id: 'c', ...refusal(400, 'invalid_parameter', 'temperature') },
    ])
    expect(await customer.balance()).toMatchObject({ balance: '0.999982', held: '0.000000' })
    const deleted = await door('DELETE', `/v1/files/${batch.input_file_id}`, withKey(customer.key))
    expect(deleted.status).toBe(200)
  })

  it('is listed newest first, for its owner only', async () => {
    const ids: string[] = []
    for (const name of ['a', 'b']) ids.unshift((await handIn(door, customer.key, [line(name)])).id)
    await handIn(door, (await newCustomer()).key, [line('c')])
    const list = async (query: string) =>
      BatchList.parse(await (await door('GET', `/v1/batches?${query}`, withKey(customer.key))).json())
    const page = await list('limit=1')
    expect(page).toMatchObject({ first_id: ids[0], last_id: ids[0], has_more: true })
    expect(await list(`after=${page.last_id}`)).toMatchObject({ first_id: ids[1], has_more: false })
  })
})

const embedding = { custom_id: 'e', method: 'POST', url: '/v1/embeddings' }
const response = { custom_id: 'r', method: 'POST', url: '/v1/responses' }
const moderation = { custom_id: 'm', method: 'POST', url: '/v1/moderations' }

it.each([
  [{ ...embedding, body: { model: 'sandbox/embedding', input: 'near' } }, 'list'],
  [{ ...response, body: { model: 'sandbox/chat', input: 'Hello' } }, 'response'],
  [{ ...moderation, body: { model: 'sandbox/moderation', input: 'Hello' } }, undefined],
])('serves other endpoints: %j', async (one, object) => {
  const { id } = await handIn(door, customer.key, [one], { endpoint: one.url })
  await runToEnd(id)
  const [answered] = await linesOf((await read(id)).output_file_id)
  expect(answered).toMatchObject({ response: { status_code: 200, body: { ...(object && { object }) } } })
})

it('keeps numbers exact, and passes unknown fields on', async () => {
  const text = JSON.stringify(line('a')).replace(
    '"max_tokens"',
    '"own":[1.0,12345678901234567890],"max_tokens"',
  )
  const { id: input_file_id } = await upload(door, customer.key, `\n${text}\n\n`)
  const request = { input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h' }
  const { id } = BatchObject.parse(
    await (await door('POST', '/v1/batches', post(customer.key, request))).json(),
  )
  await runToEnd(id)
  expect(first.requests[0]?.body).toContain('"own":[1.0,12345678901234567890]')
})

describe('money', () => {
  it('that runs out fails only the lines without it', async () => {
    const poor = await newCustomer('0.0005')
    const { id } = await handIn(door, poor.key, [line('a'), line('b', { max_tokens: 1000 })])
    await runToEnd(id)
    const batch = await readBatch(door, poor.key, id)
    expect(batch).toMatchObject({ status: 'completed', request_counts: { completed: 1, failed: 1 } })
    expect(await readLines(door, poor.key, batch.error_file_id)).toMatchObject([
      { custom_id: 'b', response: { status_code: 402, body: { error: { code: 'insufficient_quota' } } } },
    ])
  })

  it('is multiplied by BATCH_PRICE_FACTOR: hold, answer, bill and balance', async () => {
    env().BATCH_PRICE_FACTOR = 0.5
    const { id } = await handIn(door, customer.key, [line('a')])
    await runToEnd(id)
    env().BATCH_PRICE_FACTOR = 1
    const [answered] = await linesOf((await read(id)).output_file_id)
    expect(answered).toMatchObject({ response: { body: { usage: { cost: LINE_USD / 2 } } } })
    expect(await customer.rows()).toMatchObject([
      {
        cost: '0.000009',
        bill: { total: '0.000009', lines: [{ item: 'prompt', unit_price: '0.0000005' }, {}] },
      },
    ])
    expect(await customer.balance()).toMatchObject({ balance: '0.999991' })
    const [booked] = await prisma.usageRecord.findMany({ where: { customerId: customer.owner.customerId } })
    expect(booked?.upstreamCostNanos, 'the provider charges the whole price').toBe(18_000n)
  })
})

it('a line costs the route’s batch price; the provider is sent a plain request and charges for one', async () => {
  const { id } = await handIn(door, customer.key, [line('a', { model: 'acme/halved' })])
  await runToEnd(id)
  expect(await customer.rows()).toMatchObject([
    {
      cost: '0.000009',
      service_tier: 'batch',
      bill: { total: '0.000009', lines: [{ item: 'prompt', unit_price: '0.0000005' }, {}] },
    },
  ])
  expect(first.requests[0]?.body).not.toContain('service_tier')
  const [booked] = await prisma.usageRecord.findMany({ where: { customerId: customer.owner.customerId } })
  expect(booked?.upstreamCostNanos).toBe(18_000n)
})

describe('a line with a temporary failure', () => {
  it('is tried again later, and fails after too many tries; the others continue', async () => {
    const lines = [line('broken'), line('fine'), line('mended')]
    let broken = 0
    first.answer((res, req) => {
      const body = first.requests.findLast(({ path }) => path === req.url)?.body ?? ''
      const isBroken = body.includes('broken') || (body.includes('mended') && broken++ === 0)
      answerWith.json(isBroken ? 503 : 200, isBroken ? {} : answer)(res, req)
    })
    const { id } = await handIn(door, customer.key, lines)
    await runToEnd(id)
    const batch = await read(id)
    expect(batch.request_counts).toEqual({ total: 3, completed: 2, failed: 1 })
    expect(await linesOf(batch.error_file_id)).toMatchObject([
      { custom_id: 'broken', response: { status_code: 502 } },
    ])
    const rows = await customer.rows()
    expect(rows.filter(({ status }) => status === 'success')).toHaveLength(2)
    expect(await customer.balance()).toMatchObject({ balance: '0.999964', held: '0.000000' })
  })
})

describe('the end of a batch', () => {
  it('by its customer: no further line runs, and existing answers are there', async () => {
    const lines = Array.from({ length: 20 }, (_, number) => line(`n${number}`))
    const { id } = await handIn(door, customer.key, lines)
    await takeTurn(id)
    await takeTurn(id)
    const cancelled = await door('POST', `/v1/batches/${id}/cancel`, withKey(customer.key))
    expect([cancelled.status, await cancelled.json()]).toMatchObject([200, { status: 'cancelling' }])
    await runToEnd(id)
    const batch = await read(id)
    expect(batch).toMatchObject({ status: 'cancelled', cancelled_at: expect.any(Number) })
    expect(await linesOf(batch.output_file_id)).toHaveLength(16)
    expect((await linesOf(batch.error_file_id))[3]).toMatchObject(unasked('batch_cancelled'))
    expect(first.requests).toHaveLength(16)
    const again = await door('POST', `/v1/batches/${id}/cancel`, withKey(customer.key))
    expect([again.status, await again.json()]).toMatchObject([
      409,
      { error: { code: 'task_not_cancellable' } },
    ])
  })

  it('in the middle of a turn: lines in progress are completed, and no others begin', async () => {
    const lines = Array.from({ length: 12 }, (_, number) => line(`n${number}`))
    const { id } = await handIn(door, customer.key, lines)
    await takeTurn(id)
    let isCancelled: Promise<unknown> | undefined
    first.answer((res, req) => {
      isCancelled ??= door('POST', `/v1/batches/${id}/cancel`, withKey(customer.key))
      void isCancelled.then(() => answerWith.json(200, answer)(res, req))
    })
    await runToEnd(id)
    expect(await read(id)).toMatchObject({ status: 'cancelled', request_counts: { completed: 4 } })
    expect(await customer.rows()).toHaveLength(4)
  })

  it('by the clock: lines that did not run are expired', async () => {
    const { id, expires_at } = await handIn(door, customer.key, [line('a')])
    await takeTurn(id)
    vi.spyOn(clock, 'now').mockReturnValue(new Date((expires_at + 1) * 1000))
    await runToEnd(id)
    const batch = await read(id)
    expect(batch).toMatchObject({ status: 'expired', expired_at: expires_at + 1, output_file_id: null })
    expect(await linesOf(batch.error_file_id)).toMatchObject([
      { custom_id: 'a', ...unasked('batch_expired') },
    ])
    expect(await customer.rows()).toEqual([])
    vi.spyOn(clock, 'now').mockReturnValue(new Date((expires_at + 31 * 24 * 3600) * 1000))
    await sweepBatches()
    expect((await door('GET', `/v1/batches/${id}`, withKey(customer.key))).status).toBe(404)
  })

  it('of its key: the remaining lines fail like requests with it', async () => {
    const { id } = await handIn(door, customer.key, [line('a')])
    const [key] = await prisma.apiKey.findMany({ where: { customerId: customer.owner.customerId } })
    await revokeKey(customer.owner, key?.id ?? '')
    const other = await customer.keyWith()
    await runToEnd(id)
    const { error_file_id } = await readBatch(door, other, id)
    expect(await readLines(door, other, error_file_id)).toMatchObject([
      { response: { status_code: 401, body: { error: { code: 'invalid_api_key' } } } },
    ])
  })

  it('waits while the account is suspended', async () => {
    const { customerId } = customer.owner
    const { id } = await handIn(door, customer.key, [line('a')])
    await inTransaction((transaction) => setSuspension(customerId, true, transaction))
    for (const _ of [1, 2, 3]) expect(await takeTurn(id)).toBe(true)
    expect(first.requests).toEqual([])
    await inTransaction((transaction) => setSuspension(customerId, false, transaction))
    await runToEnd(id)
    expect(await read(id)).toMatchObject({ status: 'completed', request_counts: { completed: 1 } })
  })
})
