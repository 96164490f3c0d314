import { afterAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { releaseOrphanedHolds } from '@/lib/money/ledger/integrity'
import { flushLedger } from '@/lib/money/ledger/ledger'
import { recoverSettlements } from '@/lib/money/usage/booking'
import { pool } from '@/lib/platform/db'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { newCustomer } from '../../testing/new-customer'
import { post } from '../../testing/post'
import { startChatProcess } from '../../testing/start-chat-process'
import { answer, ask, openChat, path, wholeStream } from './testing'

const { door: node, first, reset, close } = await openChat()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
let other: Awaited<ReturnType<typeof startChatProcess>>
beforeEach(async () => {
  reset(answer)
  customer = await newCustomer()
  other = await startChatProcess()
})

const usageOf = z.object({ usage: z.object({ cost: z.number() }) })
const streamed = ask({ stream: true, stream_options: { include_usage: true } })

const askOther = async (body: object) =>
  (await fetch(other.origin + path, { method: 'POST', ...post(customer.key, body) })).text()

async function costOfWhole() {
  return usageOf.parse(JSON.parse(await askOther(ask()))).usage.cost
}

async function costOfStream() {
  const chunks = (await askOther(streamed)).split('\n\n').filter((event) => event.includes('"cost"'))
  return usageOf.parse(JSON.parse(chunks[0]?.slice('data: '.length) ?? '')).usage.cost
}

/** Keeps every settlement of the customer's key out of the database: they wait until they are let go, or their process dies. */
async function holdSettlementsBack() {
  await node('POST', path, post(customer.key, ask()))
  await flushLedger()
  const client = await pool.connect()
  await client.query('BEGIN')
  const locked = await client.query('SELECT FROM key_spend WHERE customer_id = $1 FOR UPDATE', [
    customer.owner.customerId,
  ])
  expect(locked.rowCount).toBe(1)
  return async () => {
    await client.query('ROLLBACK')
    client.release()
  }
}

const paid = { status: 'success', cost: '0.000018' }

it('what a killed process had answered is charged once; what it had refused is not charged', async () => {
  const poor = await newCustomer('0')
  const refused = await fetch(other.origin + path, { method: 'POST', ...post(poor.key, ask()) })
  expect(refused.status).toBe(402)
  const letGo = await holdSettlementsBack()
  expect(await costOfWhole()).toBe(0.000018)
  await other.kill()
  await letGo()
  expect(await customer.rows()).toHaveLength(1)

  await recoverSettlements()
  await releaseOrphanedHolds()
  await recoverSettlements()
  expect(await customer.rows()).toMatchObject([paid, paid])
  expect(await customer.balance()).toMatchObject({ balance: '0.999964', held: '0.000000' })
  expect(await poor.rows()).toEqual([])
})

it('a stream that it had ended is charged even if its hold was released before', async () => {
  const letGo = await holdSettlementsBack()
  first.answer(answerWith.events(...wholeStream))
  expect(await costOfStream()).toBe(0.000018)
  await other.kill()
  await letGo()
  await releaseOrphanedHolds()
  expect(await customer.balance()).toMatchObject({ balance: '0.999982', held: '0.000000' })

  await recoverSettlements()
  expect(await customer.rows()).toMatchObject([paid, paid])
  expect(await customer.balance()).toMatchObject({ balance: '0.999964', held: '0.000000' })
})
