import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { releaseOrphanedHolds } from '@/lib/billing/recovery'
import { pool } from '@/lib/platform/db'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import * as embeddings from '../../embeddings/route'
import { provider } from '../../embeddings/testing'
import * as messages from '../../messages/route'
import * as responses from '../../responses/route'
import { newCustomer } from '../../testing/new-customer'
import { post } from '../../testing/post'
import { startChatProcess } from '../../testing/start-chat-process'
import * as chat from './route'
import { answer, ask, openChat, path } from './testing'

const modules = {
  [path]: chat,
  '/v1/messages': messages,
  '/v1/responses': responses,
  '/v1/embeddings': embeddings,
}
const { doors, first, reset, close } = await openChat({
  modules,
  providersAt: (upstream) => [provider('third', upstream, ['acme/embed'])],
})
afterAll(close)
const [, node] = doors[1] ?? []

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
})

const keyed = (body: object) => post(customer.key, body, { 'idempotency-key': 'once' })

/** Keeps the answer of the customer's request from being written down. */
async function lockRecord() {
  const client = await pool.connect()
  await client.query('BEGIN')
  const { customerId } = customer.owner
  await client.query('SELECT FROM idempotency_records WHERE customer_id = $1 FOR UPDATE', [customerId])
  const writers = `SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'UPDATE idempotency_records%'`
  return {
    waiting: async () => (await pool.query(writers)).rowCount,
    /** The statement that waits is never carried out. */
    release: async () => {
      await pool.query(`SELECT pg_terminate_backend(pid) FROM (${writers}) w`)
      await client.query('ROLLBACK')
      client.release()
    },
  }
}

it('a process killed before it could keep the answer has charged nothing: the retry pays once', async () => {
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
  const retried = await node?.('POST', path, keyed(ask()))
  expect([retried?.status, retried?.headers.get('idempotent-replayed')]).toEqual([200, null])
  await releaseOrphanedHolds()
  expect(await customer.rows()).toMatchObject([{ status: 'success', cost: '0.000018' }])
  expect(await customer.balance()).toMatchObject({ balance: '0.999982', held: '0.000000' })
})

describe('a process that was taken for dead and lives', () => {
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
    async (at, body, told) => {
      first.answer(async (res, req) => {
        await pool.query(
          `UPDATE idempotency_records SET locked_by = 'inst_other', status = 200, headers = '{}', body = '{"kept":1}'
          WHERE customer_id = $1`,
          [customer.owner.customerId],
        )
        answerWith.json(200, told)(res, req)
      })
      const response = await node?.('POST', at, keyed(body))
      expect(response?.headers.get('idempotent-replayed')).toBe('true')
      expect(await response?.json()).toEqual({ kept: 1 })
      expect(await customer.rows()).toMatchObject([
        { status: 'failed', error_code: 'internal_error', cost: '0.000000' },
      ])
      expect(await customer.balance()).toMatchObject({ balance: '1.000000', held: '0.000000' })
    },
  )
})
