import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { pool } from '@/lib/platform/db'
import { DEAD_AFTER_SECONDS, instanceId } from '@/lib/platform/instance'
import { heardOf } from '@/lib/platform/testing/other-processes'
import { answerOnce, fingerprintOf } from './idempotency'

const path = '/v1/chat/completions'
const body = { model: 'acme/large' }
const caller = () => ({ customerId, userId: null, apiKey: null, isOperator: false })
const work = vi.fn(async () => ({ status: 200, headers: {}, body: 'made' }))

let customerId: string
beforeEach(() => {
  customerId = `cus_${randomUUID()}`
  work.mockClear()
})

function ask(given: unknown = body, signal = new AbortController().signal, holdsSecret = false) {
  const exchange = {
    id: 'req_1',
    method: 'POST',
    path,
    query: new URLSearchParams(),
    headers: { 'idempotency-key': 'key' },
    peer: '192.0.2.1',
    readBody: () => Promise.reject(new Error('read before')),
    releaseBody: () => undefined,
    answerHeaders: {},
    takeRoom: async () => undefined,
    readStream: () => {
      throw new Error('read before')
    },
    signal,
  }
  return answerOnce(exchange, caller(), { value: given, holdsSecret }, work)
}

/** A request with the key that has started in that process and is unanswered. */
async function beginIn(owner: string, expires = '24 hours') {
  await pool.query(
    `INSERT INTO idempotency_records (customer_id, path, key, fingerprint, locked_by, expires_at)
     VALUES ($1, $2, 'key', $3, $4, now() + $5::interval)`,
    [customerId, path, fingerprintOf(body), owner, expires],
  )
}

/** A process whose last heartbeat was this many seconds ago. */
async function processHeard(secondsAgo: number): Promise<string> {
  const id = `inst_${randomUUID()}`
  await heardOf(id, { secondsAgo })
  await heardOf(instanceId(), { secondsAgo: 0, steadyFor: 60 })
  return id
}

it.each([
  ['that ended', async () => `inst_${randomUUID()}`],
  ['that has long been silent', () => processHeard(DEAD_AFTER_SECONDS + 5)],
  ['that is this one, whose request is gone', async () => instanceId()],
])('a request begun in a process %s is repeated only for the same body', async (_which, owner) => {
  await beginIn(await owner())
  await expect(ask({ model: 'acme/other' })).rejects.toMatchObject({ code: 'idempotency_key_conflict' })
  expect(work).not.toHaveBeenCalled()
  expect(await ask()).toEqual({ status: 200, headers: {}, body: 'made' })
  expect(await ask()).toMatchObject({ headers: { 'idempotent-replayed': 'true' }, body: Buffer.from('made') })
  expect(work).toHaveBeenCalledOnce()
})

it('waits for a request that runs in another process', async () => {
  await beginIn(await processHeard(0))
  const asked = ask()
  await pool.query(
    `UPDATE idempotency_records SET status = 201, headers = '{"a":"b"}', body = 'theirs' WHERE customer_id = $1`,
    [customerId],
  )
  expect(await asked).toEqual({
    status: 201,
    headers: { a: 'b', 'idempotent-replayed': 'true' },
    body: Buffer.from('theirs'),
  })
  expect(work).not.toHaveBeenCalled()
})

it('stops waiting for another process when the client hangs up', async () => {
  await beginIn(await processHeard(0))
  const client = new AbortController()
  const asked = ask(body, client.signal)
  client.abort()
  await expect(asked).rejects.toThrow()
  expect(work).not.toHaveBeenCalled()
})

it('stops waiting for this process when the client hangs up', async () => {
  const running = Promise.withResolvers<{ status: number; headers: object; body: string }>()
  work.mockImplementationOnce(() => running.promise)
  const first = ask()
  const client = new AbortController()
  const second = ask(body, client.signal)
  client.abort()
  await expect(second).rejects.toThrow()
  running.resolve({ status: 200, headers: {}, body: 'late' })
  expect((await first).body).toBe('late')
})

it('after a day the key is free for any body', async () => {
  await beginIn(await processHeard(0), '-1 second')
  expect((await ask({ model: 'acme/other' })).body).toBe('made')
})

describe('an answer with a secret', () => {
  const askSecretly = () => ask(body, undefined, true)
  const kept = async () => {
    const { rows } = await pool.query('SELECT body FROM idempotency_records WHERE customer_id = $1', [
      customerId,
    ])
    return String(rows[0]?.body)
  }

  it('is stored sealed', async () => {
    expect((await askSecretly()).body).toBe('made')
    expect(await kept()).not.toContain('made')
    expect((await askSecretly()).body).toEqual(Buffer.from('made'))
    await ask(body, undefined, false)
    expect(work).toHaveBeenCalledOnce()
  })

  it('that can no longer be unsealed is a 409, and nothing is repeated', async () => {
    await askSecretly()
    await pool.query(`UPDATE idempotency_records SET body = '\\x01' WHERE customer_id = $1`, [customerId])
    await expect(askSecretly()).rejects.toMatchObject({ code: 'idempotency_key_conflict' })
    expect(work).toHaveBeenCalledOnce()
  })
})
