import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { insertHolds, toSettlement } from '@/lib/billing/internal/holds-repository'
import { toLogLine } from '@/lib/billing/internal/settlement-log'
import { releaseOrphanedHolds } from '@/lib/billing/recovery'
import { balanceOf, checkLedger, customerWith, holdItem } from '@/lib/billing/testing/ledger-customer'
import { pool } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { newId } from '@/lib/platform/ids'
import { instanceId } from '@/lib/platform/instance'
import { logger } from '@/lib/platform/logger'
import { heardOf } from '@/lib/platform/testing/other-processes'
import { recoverSettlements, toUsageRow } from './booking'
import { findRecord } from './repository'
import { readingOf } from './testing/requests'

/** What a process that was killed has left: a hold of $3 and the line of its settlement for $2, which the database has not. */
async function leftBehind() {
  const customerId = await customerWith(5_000_000_000n)
  const id = newId('req')
  await insertHolds([{ ...holdItem(customerId, 3_000_000_000n), id }], `inst_${randomUUID()}`)
  const startedAt = new Date()
  const opened = { id, customerId, apiKeyId: null, apiKeyName: null, startedAt }
  const row = toUsageRow(opened, readingOf({}), startedAt)
  const item = { id, cost: '2000000000', customer_id: customerId, api_key_id: null, row }
  return { customerId, id, line: toLogLine('usage', toSettlement(item)) }
}

function writeLog(text: string, instance = `inst_${randomUUID()}`): string {
  const folder = join(env().DATA_DIR, 'settlements')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${instance}.${process.pid}@elsewhere.0.jsonl`)
  writeFileSync(path, `\n${text}`)
  return path
}

afterEach(() => vi.restoreAllMocks())

const charged = { balance: '3.000000', held: '0.000000' }

it('what a killed process had settled is booked once, whoever comes to it at once and again', async () => {
  const { customerId, id, line } = await leftBehind()
  const path = writeLog(`${line}\n{"journal":"usage","item":{"id":"req_cut`)
  await Promise.all([recoverSettlements(), recoverSettlements()])
  expect(existsSync(path)).toBe(false)
  writeLog(line)
  await recoverSettlements()
  await releaseOrphanedHolds()
  expect(await balanceOf(customerId)).toMatchObject(charged)
  expect(await findRecord(customerId, id)).toMatchObject({ status: 'success', cost_nanos: 2_000_000_000n })
  expect(await checkLedger()).toBe(0)
})

it('the log of a process that was away with all others is left to it, until it alone has been silent', async () => {
  const { customerId, line } = await leftBehind()
  const owner = `inst_${randomUUID()}`
  const path = writeLog(line, owner)
  await heardOf(owner, { secondsAgo: 25 })
  await heardOf(instanceId(), { secondsAgo: 0, steadyFor: 5 })
  await recoverSettlements()
  expect(existsSync(path)).toBe(true)
  await heardOf(instanceId(), { secondsAgo: 0, steadyFor: 60 })
  await recoverSettlements()
  expect(existsSync(path)).toBe(false)
  expect(await balanceOf(customerId)).toMatchObject(charged)
})

it('a damaged row costs its own bill alone: it is charged like the others', async () => {
  const [damaged, whole] = [await leftBehind(), await leftBehind()]
  const error = vi.spyOn(logger, 'error').mockReturnValue()
  writeLog(`${damaged.line.replace(/"created_at":"[^"]*"/, '"created_at":"once"')}\n${whole.line}`)
  await recoverSettlements()
  expect(error.mock.calls.map(([about]) => Object(about).id)).toContain(damaged.id)
  for (const { customerId } of [damaged, whole]) expect(await balanceOf(customerId)).toMatchObject(charged)
  expect(await findRecord(whole.customerId, whole.id)).toMatchObject({ cost_nanos: 2_000_000_000n })
  expect(await findRecord(damaged.customerId, damaged.id)).toBeUndefined()
})

it('a log that cannot be read is set aside, and the others are booked', async () => {
  const whole = await leftBehind()
  const error = vi.spyOn(logger, 'error').mockReturnValue()
  const unreadable = writeLog('')
  rmSync(unreadable)
  mkdirSync(unreadable)
  writeLog(whole.line)
  await recoverSettlements()
  expect(error.mock.calls.map(([about]) => Object(about).path)).toEqual([unreadable])
  expect([unreadable, `${unreadable}.unreadable`].map((path) => existsSync(path))).toEqual([false, true])
  expect(await balanceOf(whole.customerId)).toMatchObject(charged)
})

it('a log that could not be booked stays, and is booked when it can be', async () => {
  const whole = await leftBehind()
  const path = writeLog(whole.line)
  const error = vi.spyOn(logger, 'error').mockReturnValue()
  const query = pool.query.bind(pool)
  const refuse = (text: string, values: unknown[]) =>
    text.includes('JOIN usage_records') ? Promise.reject(new Error('deadlock detected')) : query(text, values)
  const refused = vi.spyOn(pool, 'query').mockImplementation(refuse as never)
  await recoverSettlements()
  refused.mockRestore()
  expect(error.mock.calls.map(([about]) => Object(about).path)).toEqual([path])
  expect(existsSync(path)).toBe(true)
  await recoverSettlements()
  expect(await balanceOf(whole.customerId)).toMatchObject(charged)
})
