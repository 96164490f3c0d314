import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBalance } from '@/lib/billing/balance'
import { checkLedger } from '@/lib/billing/check-ledger'
import { grantCredit } from '@/lib/billing/credit'
import type { Journal } from '@/lib/billing/journal'
import { releaseOrphanedHolds } from '@/lib/billing/recovery'
import type { Caller } from '@/lib/platform/caller'
import { pool } from '@/lib/platform/db'
import { parseUsd } from '@/lib/platform/money'
import { openKeptMeter, releaseTaskMeter } from './task-meter'

const nanos = (usd: string) => parseUsd(usd) ?? 0n

const table = `kept_${randomUUID().replaceAll('-', '')}`
const journal: Journal = {
  name: table,
  writes: {
    made: `INSERT INTO ${table} SELECT r.meter_id, r.task_id FROM json_to_recordset($2::json) AS r(meter_id text, task_id int)
      JOIN held h ON h.hold_id = r.meter_id AND h.outcome = 'held'`,
  },
}

beforeAll(() => pool.query(`CREATE TABLE ${table} (meter_id text, task_id int PRIMARY KEY)`))
afterAll(() => pool.query(`DROP TABLE ${table}`))

async function customerWith(usd: string): Promise<Caller> {
  const customerId = `cus_${randomUUID()}`
  await grantCredit({ customerId, amountNanos: nanos(usd), key: `grant:${customerId}` })
  return { customerId, userId: 'usr_test', apiKey: null, isOperator: false }
}

let made = 0
const open = (caller: Caller, usd: string, taskId = ++made) =>
  openKeptMeter(caller, nanos(usd), { journal, rowOf: ({ id }) => ({ meter_id: id, task_id: taskId }) })

async function tasksOf(meterIds: string[]): Promise<number> {
  const { rowCount } = await pool.query(`SELECT 1 FROM ${table} WHERE meter_id = ANY ($1)`, [meterIds])
  return rowCount ?? 0
}

async function money(caller: Caller) {
  const { balance, held } = await readBalance(caller)
  return { balance, held }
}

describe('a meter that is opened with its task', () => {
  it('holds the money, writes the task, and is left alone by the sweep until the task ends', async () => {
    const caller = await customerWith('5')
    const meter = await open(caller, '1')
    await releaseOrphanedHolds()
    expect(await money(caller)).toEqual({ balance: '5.000000', held: '1.000000' })
    expect(await tasksOf([meter.id])).toBe(1)
    const { rows } = await pool.query('SELECT instance_id FROM holds WHERE id = $1', [meter.id])
    expect(rows).toEqual([{ instance_id: null }])
    await releaseTaskMeter(meter)
    expect(await money(caller)).toEqual({ balance: '5.000000', held: '0.000000' })
  })

  it('makes as many tasks as the money is there for, however many are asked for at once', async () => {
    const [caller, other] = [await customerWith('5'), await customerWith('1')]
    const tries = await Promise.allSettled(
      Array.from({ length: 24 }, (_, at) => open(at % 4 === 3 ? other : caller, '0.5')),
    )
    const opened = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(opened).toHaveLength(12)
    expect(await tasksOf(opened.map(({ id }) => id))).toBe(12)
    expect(await money(caller)).toEqual({ balance: '5.000000', held: '5.000000' })
    expect(await money(other)).toEqual({ balance: '1.000000', held: '1.000000' })
    for (const one of tries)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({
          code: 'insufficient_quota',
          metadata: { limit_source: 'balance', required: '0.500000', available: '0.000000' },
        })
  })

  it('whose task cannot be written holds nothing, and does not touch those beside it', async () => {
    const caller = await customerWith('5')
    const taken = ++made
    await open(caller, '1', taken)
    const [first, broken, second] = await Promise.allSettled([
      open(caller, '1'),
      open(caller, '1', taken),
      open(caller, '1'),
    ])
    expect([first?.status, broken?.status, second?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(broken).toMatchObject({ reason: { code: '23505' } })
    expect(await money(caller)).toEqual({ balance: '5.000000', held: '3.000000' })
    expect(await checkLedger()).toBe(0)
  })
})
