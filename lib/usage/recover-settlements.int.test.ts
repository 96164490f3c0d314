import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { checkLedger } from '@/lib/billing/check-ledger'
import { insertHolds, toSettlement } from '@/lib/billing/internal/holds/repository'
import { toLogLine } from '@/lib/billing/internal/settlement-log/log-line'
import { releaseOrphanedHolds } from '@/lib/billing/release-orphaned-holds'
import { balanceOf, customerWith, holdItem } from '@/lib/billing/testing/ledger-customer'
import { env } from '@/lib/platform/env'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import { toUsageRow } from './internal/to-usage-row'
import { recoverSettlements } from './recover-settlements'
import { findRecord } from './repository'
import { readingOf } from './testing/reading-of'

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

function writeLog(text: string): string {
  const folder = join(env().DATA_DIR, 'settlements')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `inst_${randomUUID()}.${process.pid}@elsewhere.0.jsonl`)
  writeFileSync(path, `\n${text}`)
  return path
}

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

it('a log that cannot be read is set aside, and the others are booked', async () => {
  const [damaged, whole] = [await leftBehind(), await leftBehind()]
  const lines = [damaged.line.replace(/"created_at":"[^"]*"/, '"created_at":"once"'), whole.line]
  const error = vi.spyOn(logger, 'error').mockReturnValue()
  const [first] = lines.map(writeLog)
  const [second, third] = [writeLog(whole.line), writeLog(lines[0] ?? '')]
  await recoverSettlements()
  expect(error.mock.calls.map(([about]) => Object(about).path).sort()).toEqual([first, third].sort())
  expect([first, second, third].map((path) => existsSync(path ?? ''))).toEqual([false, false, false])
  expect(existsSync(`${first}.unreadable`)).toBe(true)
  error.mockClear()
  await recoverSettlements()
  expect(error).not.toHaveBeenCalled()
  await releaseOrphanedHolds()
  expect(await balanceOf(whole.customerId)).toMatchObject(charged)
  expect(await balanceOf(damaged.customerId)).toMatchObject({ balance: '5.000000', held: '0.000000' })
})
