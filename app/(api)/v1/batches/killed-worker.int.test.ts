import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { releaseOrphanedHolds } from '@/lib/money/ledger/integrity'
import { checkLedger } from '@/lib/money/ledger/testing/ledger-customer'
import { recoverSettlements } from '@/lib/money/usage/booking'
import { clock } from '@/lib/platform/clock'
import { pool, prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { newCustomer } from '../testing/new-customer'
import { startProcess } from '../testing/start-process'
import { answer, handIn, line, openBatches, readBatch, readLines, runToEnd } from './testing'

const { door, first, reset, close } = await openBatches()
afterAll(close)

let customer: Awaited<ReturnType<typeof newCustomer>>
beforeEach(async () => {
  vi.restoreAllMocks()
  reset(answer)
  customer = await newCustomer()
})

async function startWorker(batchId: string) {
  const { nextText, send, kill } = startProcess(new URL('../testing/batch-process.mjs', import.meta.url))
  await nextText()
  send(batchId)
  return kill
}

/** Recovers the logs of dead processes of this machine, as every process does. */
async function sweepAfterTheDead(): Promise<void> {
  await recoverSettlements()
  await releaseOrphanedHolds()
}

const LINES = 10
const names = Array.from({ length: LINES }, (_, number) => `n${number}`)
const Answered = z.array(z.object({ custom_id: z.string(), response: z.object({ request_id: z.string() }) }))

/** Each line has one answer in the file and one usage row, and was charged once. */
async function expectEachOnce(id: string): Promise<void> {
  const batch = await readBatch(door, customer.key, id)
  expect(batch).toMatchObject({ status: 'completed', request_counts: { total: LINES, completed: LINES } })
  const answered = Answered.parse(await readLines(door, customer.key, batch.output_file_id))
  expect(answered.map(({ custom_id }) => custom_id)).toEqual(names)
  const rows = await customer.rows()
  const paid = rows.filter(({ status, cost }) => status === 'success' && cost === '0.000018')
  expect(paid.map(({ id }) => id).sort()).toEqual(answered.map(({ response }) => response.request_id).sort())
  expect(rows.filter(({ cost }) => cost !== '0.000000')).toHaveLength(LINES)
  expect(await customer.balance()).toMatchObject({ balance: '0.999820', held: '0.000000' })
  expect(await checkLedger()).toBe(0)
}

const handInAll = () =>
  handIn(
    door,
    customer.key,
    names.map((name) => line(name)),
  )

const SLOW = 180_000

/** After this time it is known which answers will not be charged. */
async function runLater(id: string): Promise<void> {
  const later = Date.now() + SLOW
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(later))
  await runToEnd(id)
  vi.restoreAllMocks()
}

it('lines of a worker that dies run again, and each is charged once', {
  timeout: SLOW,
}, async () => {
  const { id } = await handInAll()
  for (const allowed of [0, 3]) {
    // Some lines are answered; the rest wait until the process is killed.
    let left = allowed
    const stuck = Promise.withResolvers<void>()
    first.answer((res, req) => {
      if (left-- > 0) answerWith.json(200, answer)(res, req)
      else stuck.resolve()
    })
    const kill = await startWorker(id)
    await stuck.promise
    await kill()
    await sweepAfterTheDead()
  }
  reset(answer)
  await runLater(id)
  await expectEachOnce(id)
})

/** Keeps every settlement of the customer's key out of the database: they wait until they are let go, or their process dies. */
async function holdSettlementsBack() {
  const { customerId } = customer.owner
  const [key] = await prisma.apiKey.findMany({ where: { customerId } })
  await pool.query(
    'INSERT INTO key_spend (customer_id, api_key_id, total_nanos, period_nanos, held_nanos) VALUES ($1, $2, 0, 0, 0)',
    [customerId, key?.id],
  )
  const client = await pool.connect()
  await client.query('BEGIN')
  const locked = 'SELECT FROM key_spend WHERE customer_id = $1 AND api_key_id = $2 FOR UPDATE'
  await client.query(locked, [customerId, key?.id])
  return async () => {
    await client.query('ROLLBACK')
    client.release()
  }
}

const logs = join(env().DATA_DIR, 'settlements')

/** The answered lines of a batch that a process has logged for charging. */
async function listLogged(batchId: string) {
  const names = await readdir(logs).catch(() => [])
  const texts = await Promise.all(names.map((name) => readFile(join(logs, name), 'utf8')))
  const lines = await prisma.batchLine.findMany({ where: { batchId, status: 'answered' } })
  return lines.filter(({ requestId }) => texts.some((text) => text.includes(`"${requestId}"`)))
}

/** Killed with some answers stored and logged (further holds wait for them), and none charged in the database. */
async function dieUnpaid() {
  const { id } = await handInAll()
  const letGo = await holdSettlementsBack()
  const kill = await startWorker(id)
  await expect.poll(() => listLogged(id), { timeout: SLOW }).not.toEqual([])
  await kill()
  await letGo()
  expect(await customer.rows()).toEqual([])
  return { id, answered: await listLogged(id) }
}

const timesAsked = ({ customId }: { customId: string }) =>
  first.requests.filter(({ body }) => body.includes(`"${customId}"`)).length

it('answers that a dead worker stored are charged from its log', {
  timeout: SLOW,
}, async () => {
  const { id, answered } = await dieUnpaid()
  await sweepAfterTheDead()
  await runLater(id)
  expect(new Set(answered.map(timesAsked))).toEqual(new Set([1]))
  await expectEachOnce(id)
})

it('if its log is lost too, the lines run again with the same IDs', { timeout: SLOW }, async () => {
  const { id, answered } = await dieUnpaid()
  await rm(logs, { recursive: true })
  await releaseOrphanedHolds()
  await runLater(id)
  expect(new Set(answered.map(timesAsked))).toEqual(new Set([2]))
  await expectEachOnce(id)
  const paid = (await customer.rows()).map((row) => row.id)
  expect(paid).toEqual(expect.arrayContaining(answered.map(({ requestId }) => requestId)))
})
