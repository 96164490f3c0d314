import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listKeys, revokeKey } from '@/lib/account/api-keys/keys'
import { makeInBackground, makeResponseJob } from '@/lib/gateway/chat/formats/responses/background'
import { sweepResponses } from '@/lib/gateway/chat/formats/responses/memory'
import { ResponseReply } from '@/lib/gateway/chat/formats/responses/schema'
import { callThrough } from '@/lib/http/testing'
import { flushLedger } from '@/lib/money/ledger/ledger'
import { pool } from '@/lib/platform/db'
import { listOpenPayloads } from '@/lib/platform/jobs/inspect-jobs'
import { bindJob } from '@/lib/platform/jobs/job'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { answer, openChat } from '../chat/completions/testing'
import { newCustomer } from '../testing/new-customer'
import { post } from '../testing/post'
import * as cancel from './[id]/cancel/route'
import * as one from './[id]/route'
import * as responses from './route'

const path = '/v1/responses'
const modules = { [path]: responses, [`${path}/[id]`]: one, [`${path}/[id]/cancel`]: cancel }
const { door, first, reset, close } = await openChat({ modules })

// The queue has no worker: each test runs its jobs.
beforeAll(() => startJobs({ scheduled: [], queued: [bindJob(makeResponseJob, makeInBackground)] }, false))
afterAll(async () => {
  await stopJobs()
  await close()
})

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})

const ask = (overrides: object = {}) => ({
  model: 'acme/alone',
  input: 'Hello',
  background: true,
  ...overrides,
})

async function begin(overrides: object = {}): Promise<string> {
  const response = await door('POST', path, post(customer.key, ask(overrides)))
  expect(response.status).toBe(200)
  return ResponseReply.parse(await response.json()).id
}

const make = (id: string, isLastAttempt = false) =>
  makeInBackground({ payload: { id }, attempt: 0, isLastAttempt, signal: new AbortController().signal })

const call = (method: string, at: string, { key = customer.key } = {}) =>
  callThrough(door)(method, path + at, { key })
const read = async (id: string) => ResponseReply.parse((await call('GET', `/${id}`)).body)
const isQueued = async (id: string) => (await listOpenPayloads(makeResponseJob)).some((one) => one.id === id)
const untouched = { balance: '1.000000', held: '0.000000' }

/** The total charge, once it is in the database. */
async function settled() {
  await flushLedger()
  return customer.rows()
}

describe('a response in the background', () => {
  it('is queued at once, made by a worker, paid for once, and can be gone on from', async () => {
    const response = await door('POST', path, post(customer.key, ask({ metadata: { a: 'b' } })))
    const queued = ResponseReply.parse(await response.json())
    const { id } = queued
    expect(queued).toMatchObject({
      status: 'queued',
      background: true,
      store: true,
      model: 'acme/alone',
      output: [],
    })
    expect(await call('GET', `/${id}`)).toMatchObject({ status: 200, body: queued })
    expect([await isQueued(id), first.requests.length]).toEqual([true, 0])

    await make(id)
    expect(await read(id)).toMatchObject({
      id,
      created_at: queued.created_at,
      completed_at: expect.any(Number),
      status: 'completed',
      background: true,
      metadata: { a: 'b' },
      output: [{ id: `msg_${id.slice('resp_'.length)}0`, content: [{ text: 'Hi there' }] }],
      usage: { input_tokens: 10, output_tokens: 4 },
    })
    expect(await settled()).toMatchObject([{ status: 'success', cost: '0.000018' }])
    await make(id)
    expect(await settled()).toHaveLength(1)
    expect(await customer.balance()).toMatchObject({ balance: '0.999982', held: '0.000000' })

    const seen = first.nextRequest()
    await door(
      'POST',
      path,
      post(customer.key, { model: 'acme/alone', input: 'And?', previous_response_id: id }),
    )
    expect(JSON.parse((await seen).body)).toMatchObject({
      messages: [{ content: 'Hello' }, { content: 'Hi there' }, { content: 'And?' }],
    })
  })

  it('is cancelled: before it is made it costs nothing, and stays as it is', async () => {
    const id = await begin()
    for (const _ of ['once', 'and again'])
      expect(await call('POST', `/${id}/cancel`)).toMatchObject({
        status: 200,
        body: { id, status: 'cancelled' },
      })
    await make(id)
    expect([await read(id), first.requests]).toMatchObject([{ status: 'cancelled' }, []])
    expect(await settled()).toEqual([])
  })

  it('cannot be cancelled by others, nor where somebody waited for it, nor once it has ended', async () => {
    const id = await begin()
    const other = await newCustomer()
    for (const at of [`/${id}/cancel`, '/resp_none/cancel'])
      expect(await call('POST', at, { key: other.key })).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      })
    await make(id)
    expect(await call('POST', `/${id}/cancel`)).toMatchObject({
      status: 200,
      body: { status: 'completed' },
    })
    const waited = await begin({ background: false })
    expect(await call('POST', `/${waited}/cancel`)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_parameter', param: 'id' } },
    })
  })

  it('is refused at once where the model or the money is missing', async () => {
    const poor = await newCustomer('0')
    const cases: [string, object, number, string][] = [
      [customer.key, { model: 'acme/none' }, 404, 'model_not_found'],
      [poor.key, {}, 402, 'insufficient_quota'],
    ]
    for (const [key, overrides, status, code] of cases) {
      const response = await door('POST', path, post(key, ask(overrides)))
      expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }])
    }
    const { rowCount } = await pool.query('SELECT 1 FROM stored_responses WHERE customer_id = ANY($1)', [
      [customer.owner.customerId, poor.owner.customerId],
    ])
    expect(rowCount).toBe(0)
  })
})

it.each(['cancelled', 'deleted'])(
  'one that is %s while it is made stops the upstream and pays for the prompt',
  async (how) => {
    first.answer(answerWith.headThenSilence('application/json'))
    const seen = first.nextRequest()
    const id = await begin()
    const made = make(id)
    const { closed } = await seen
    expect(await read(id)).toMatchObject({ status: 'in_progress' })
    await call(how === 'deleted' ? 'DELETE' : 'POST', how === 'deleted' ? `/${id}` : `/${id}/cancel`)
    await closed
    await made
    expect(await settled()).toMatchObject([
      { status: 'success', finish_reason: 'aborted', completion_tokens: 0 },
    ])
    if (how === 'cancelled') expect(await read(id)).toMatchObject({ status: 'cancelled', output: [] })
  },
)

it('cannot be gone on from before it has ended', async () => {
  const id = await begin()
  const response = await door('POST', path, post(customer.key, ask({ previous_response_id: id })))
  expect(await response.json()).toMatchObject({ error: { code: 'previous_response_not_found' } })
})

it('that the upstream fails has failed, and costs nothing', async () => {
  first.answer(answerWith.json(500, { error: { message: 'No.' } }))
  const id = await begin()
  await make(id)
  expect(await read(id)).toMatchObject({ status: 'failed', error: { code: 'upstream_error' }, output: [] })
  expect(await settled()).toMatchObject([{ status: 'failed', cost: '0.000000' }])
  expect(await customer.balance()).toMatchObject(untouched)
})

it('is not made with a key that was revoked meanwhile', async () => {
  const id = await begin()
  const [key] = (await listKeys(customer.owner)).data
  await revokeKey(customer.owner, key?.id ?? '')
  await make(id)
  const { rows } = await pool.query('SELECT status FROM stored_responses WHERE id = $1', [id])
  expect([rows, first.requests]).toEqual([[{ status: 'failed' }], []])
})

it('that is made twice at the same time, as after a process that was taken for dead, is paid for once', async () => {
  const id = await begin()
  const goOn = Promise.withResolvers<void>()
  first.answer(async (response, request) => {
    await goOn.promise
    answerWith.json(200, answer)(response, request)
  })
  const seen = first.nextRequest()
  const slow = make(id)
  await seen
  first.answer(answerWith.json(200, answer))
  await make(id)
  goOn.resolve()
  await slow
  expect(await read(id)).toMatchObject({ status: 'completed' })
  const costs = (await settled()).map(({ status, cost }) => [status, cost]).sort()
  expect(costs).toEqual([
    ['failed', '0.000000'],
    ['success', '0.000018'],
  ])
  expect(await customer.balance()).toMatchObject({ balance: '0.999982', held: '0.000000' })
})

it('that cannot be kept is tried again, and what was answered before costs nothing', async () => {
  const { customerId } = customer.owner
  const [again, last] = [await begin(), await begin()]
  await pool.query(
    `ALTER TABLE stored_responses ADD CONSTRAINT not_completed CHECK (customer_id <> '${customerId}' OR status <> 'completed') NOT VALID`,
  )
  try {
    await expect(make(again)).rejects.toThrow()
    await make(last, true)
  } finally {
    await pool.query('ALTER TABLE stored_responses DROP CONSTRAINT not_completed')
  }
  expect(await read(last)).toMatchObject({ status: 'failed', error: { code: 'internal_error' } })
  expect(await read(again)).toMatchObject({ status: 'in_progress' })
  await flushLedger()
  expect(await customer.balance()).toMatchObject(untouched)
  await make(again)
  expect(await read(again)).toMatchObject({ status: 'completed' })
  await flushLedger()
  expect(await customer.balance()).toMatchObject({ balance: '0.999982', held: '0.000000' })
})

it('whose process dies again and again, or that nobody makes, has failed', async () => {
  const [often, never] = [await begin(), await begin()]
  await pool.query('UPDATE stored_responses SET run = 5, status = $2 WHERE id = $1', [often, 'in_progress'])
  await make(often)
  expect(await read(often)).toMatchObject({ status: 'failed', error: { code: 'internal_error' } })
  await pool.query("UPDATE stored_responses SET created_at = now() - interval '7 hours' WHERE id = $1", [
    never,
  ])
  await sweepResponses()
  expect(await read(never)).toMatchObject({ status: 'failed', error: { code: 'server_error' } })
  await make(never)
  expect([await settled(), first.requests]).toEqual([[], []])
})

it('with an Idempotency-Key is made once, however often it is asked for', async () => {
  const asked = post(customer.key, ask(), { 'idempotency-key': 'once' })
  const ids = new Set<unknown>()
  for (const _ of ['once', 'and again']) ids.add(Object(await (await door('POST', path, asked)).json()).id)
  const [id] = ids
  expect(ids.size).toBe(1)
  await expect.poll(() => isQueued(String(id))).toBe(true)
})
