import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { clock } from '@/lib/platform/clock'
import { pool } from '@/lib/platform/db'
import { newId, timeOfId } from '@/lib/platform/ids'
import { formatUsd } from '@/lib/platform/money'
import { storage } from '@/lib/platform/storage/storage'
import { archiveMonth, ensureLedgerPartitions, listArchivable, restoreMonth, verifyArchives } from './archive'
import { listEntries } from './balance'
import { closeLedgerMonths, inspectLedger, inspectLedgerMonths } from './integrity'
import { hold, settle } from './ledger'
import { balanceOf, customerWith, endOf, holdItem } from './testing/ledger-customer'

// Each test has a month of its own, later than those of the tests before.

const query = async (sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows
const at = (now: string) => vi.spyOn(clock, 'now').mockReturnValue(new Date(now))

async function requestOf(day: string): Promise<string> {
  const [{ start }] = await query('SELECT substr(ledger_request_key($1), 8) AS start', [`${day}T12:00:00Z`])
  return `${start}${randomUUID().replaceAll('-', '').slice(0, 16)}`
}

/** A customer with credit of 1,000, charged 100 and 250 for requests of this month. */
async function customerOf(month: string) {
  const customerId = await customerWith(1000n)
  const ids = [await requestOf(`${month}-03`), await requestOf(`${month}-28`)]
  for (const [index, id] of ids.entries()) {
    await hold(holdItem(customerId, 300n, { id }))
    await settle({ id, cost: index === 0 ? '100' : '250' }, null)
  }
  await query('UPDATE ledger_entries SET created_at = $2 WHERE $1 IN (debit_account, credit_account)', [
    customerId,
    `${month}-28T12:00:00.123Z`,
  ])
  return {
    customerId,
    ids,
    again: { id: ids[0] ?? '', cost: '100', customer_id: customerId, api_key_id: null },
  }
}

/** A passed check after the month has closed it. */
const close = (month: string) => closeLedgerMonths(new Date(Date.parse(`${month}-01`) + 33 * 86_400_000))
const whereOf = async (customerId: string) =>
  (
    await query(
      'SELECT tableoid::regclass::text AS name FROM ledger_entries WHERE $1 IN (debit_account, credit_account) ORDER BY key',
      [customerId],
    )
  ).map(({ name }) => name)
const differences = async () => [...(await inspectLedger()).drift, ...(await inspectLedgerMonths())]

beforeAll(async () => {
  at('2027-08-20T00:00:00Z')
  await ensureLedgerPartitions()
})
afterEach(() => vi.restoreAllMocks())

describe('partitions of the ledger', () => {
  it('have the charges of a month’s requests; the others are in the default one', async () => {
    const id = newId('req')
    const [{ key }] = await query('SELECT ledger_request_key($1) AS key', [timeOfId(id)])
    expect(`settle:${id}`.startsWith(key)).toBe(true)
    const { customerId } = await customerOf('2027-01')
    expect(await whereOf(customerId)).toEqual([
      'ledger_entries_default',
      'ledger_entries_2027_01',
      'ledger_entries_2027_01',
    ])
  })

  it('are made ahead, by several processes once, and charges that came before them move there', async () => {
    const { customerId } = await customerOf('2027-11')
    expect((await whereOf(customerId))[1]).toBe('ledger_entries_later')
    at('2027-09-30T23:59:59Z')
    await Promise.all(Array.from({ length: 4 }, ensureLedgerPartitions))
    expect((await whereOf(customerId))[1]).toBe('ledger_entries_2027_11')
    expect(await listArchivable('2027-12')).toContain('2027-11')
    await query(`DELETE FROM ledger_entries WHERE $1 IN (debit_account, credit_account)`, [customerId])
    await query('DELETE FROM balances WHERE customer_id = $1', [customerId])
  })

  it('are made another day while the ledger is read', async () => {
    const reader = await pool.connect()
    await reader.query('BEGIN; SELECT count(*) FROM ledger_entries')
    at('2027-10-01T00:00:00Z')
    await ensureLedgerPartitions()
    expect(await query(`SELECT to_regclass('ledger_entries_2027_12') AS name`)).toEqual([{ name: null }])
    await reader.query('ROLLBACK')
    reader.release()
    await ensureLedgerPartitions()
    expect(await query(`SELECT to_regclass('ledger_entries_2027_12')::text AS name`)).toEqual([
      { name: 'ledger_entries_2027_12' },
    ])
  })
})

describe('an archived month', () => {
  it('leaves balances, statements and checks as they were, and its requests are not charged again', async () => {
    const { customerId, again } = await customerOf('2027-02')
    await close('2027-02')
    expect(await archiveMonth('2027-01')).toMatchObject({ entries: 2 })
    expect(await archiveMonth('2027-02')).toEqual({ month: '2027-02', entries: 2, files: 1 })
    expect(await whereOf(customerId)).toEqual(['ledger_entries_default'])
    expect(await settle(again, null)).toMatchObject({ outcome: 'gone', charged: 0n })
    expect(await balanceOf(customerId)).toMatchObject({
      balance: formatUsd(650n),
      total_used: formatUsd(350n),
    })
    expect(await listEntries(customerId, 10)).toMatchObject([{ kind: 'grant', amountNanos: 1000n }])
    expect(await differences()).toEqual([])
    expect(await verifyArchives()).toMatchObject([
      { month: '2027-01', fault: null },
      { month: '2027-02', entries: 2, files: 1, fault: null },
    ])
    const change = (sign: string) =>
      query(`UPDATE ledger_months SET archived_nanos = archived_nanos ${sign} 1 WHERE account = $1`, [
        customerId,
      ])
    await change('+')
    expect(await inspectLedgerMonths()).toMatchObject([{ month: '2027-02-01', account: customerId }])
    await change('-')
  })

  it('does not stop others of a group from being charged', async () => {
    const [old, young] = [await customerOf('2027-03'), await customerWith(1000n)]
    await close('2027-03')
    await archiveMonth('2027-03')
    const request = holdItem(young, 300n)
    await hold(request)
    const answers = await Promise.all([settle(old.again, null), settle(endOf(request, '200'), null)])
    expect(answers).toMatchObject([{ outcome: 'gone' }, { outcome: 'settled', charged: 200n }])
    await query('UPDATE ledger_entries SET created_at = $2 WHERE $1 IN (debit_account, credit_account)', [
      young,
      '2027-04-02',
    ])
    expect(await differences()).toEqual([])
  })

  it('is closed, without a difference, and has no open reservation', async () => {
    const { customerId } = await customerOf('2027-04')
    await expect(archiveMonth('2027-04')).rejects.toThrow(
      'has entries of 2027-04, which no passed ledger check',
    )
    await close('2027-04')
    const open = holdItem(customerId, 5n, { id: await requestOf('2027-04-30') })
    await hold(open)
    await expect(archiveMonth('2027-04')).rejects.toThrow('still in progress')
    await settle(endOf(open, '0'), null)
    const change = (by: number) =>
      query(`UPDATE ledger_entries SET amount_nanos = amount_nanos + $2 WHERE debit_account = $1`, [
        customerId,
        by,
      ])
    await change(1)
    await expect(archiveMonth('2027-04')).rejects.toThrow('finds a difference')
    await change(-1)
    expect(await archiveMonth('2027-04')).toMatchObject({ entries: 2 })
  })

  it('is a month of the database until all is written and read; a later run goes on', async () => {
    const { customerId } = await customerOf('2027-05')
    await close('2027-05')
    const store = storage()
    const put = vi.spyOn(store, 'put')
    for (const writes of [0, 1]) {
      put.mockReset()
      for (let done = 0; done < writes; done += 1) put.mockResolvedValueOnce({ sizeBytes: 0 })
      put.mockRejectedValueOnce(new Error('killed'))
      await expect(archiveMonth('2027-05')).rejects.toThrow('killed')
    }
    put.mockRestore()
    const get = vi
      .spyOn(store, 'get')
      .mockRejectedValueOnce(new Error('killed'))
      .mockRejectedValueOnce(new Error('killed'))
    await expect(archiveMonth('2027-05')).rejects.toThrow('killed')
    get.mockRestore()
    const late = `${await requestOf('2027-05-09')}`
    vi.spyOn(store, 'get').mockImplementationOnce(async (key) => {
      vi.restoreAllMocks()
      await query(
        `INSERT INTO ledger_entries (key, kind, debit_account, credit_account, amount_nanos) VALUES ($1, 'settle', $2, 'system:revenue', 1)`,
        [`settle:${late}`, customerId],
      )
      return store.get(key)
    })
    await expect(archiveMonth('2027-05')).rejects.toThrow('were added meanwhile')
    expect(await whereOf(customerId)).toHaveLength(4)
    await query('DELETE FROM ledger_entries WHERE key = $1', [`settle:${late}`])
    const written = vi.spyOn(store, 'put')
    expect(await archiveMonth('2027-05')).toMatchObject({ entries: 2 })
    expect(written).not.toHaveBeenCalled()
    expect(await differences()).toEqual([])
  })

  it('can become a partition again, if its files are as they were written', async () => {
    const { customerId, again } = await customerOf('2027-06')
    await close('2027-06')
    const entries = () =>
      query('SELECT * FROM ledger_entries WHERE $1 = debit_account ORDER BY key', [customerId])
    const before = await entries()
    await archiveMonth('2027-06')
    const key = 'ledger/2027-06/manifest'
    const manifest = (await (await storage().get(key))?.body.toArray())?.join('') ?? ''
    const write = (text: string) => storage().put(key, Buffer.from(text), { contentType: 'application/json' })
    await write(manifest.replace('"100"', '"101"').replace('"350"', '"351"'))
    await expect(restoreMonth('2027-06')).rejects.toThrow(/do not add up|another/)
    expect((await verifyArchives()).at(-1)).toMatchObject({
      month: '2027-06',
      fault: expect.any(String),
    })
    await write(manifest)
    expect(await restoreMonth('2027-06')).toMatchObject({ entries: 2 })
    expect(await entries()).toEqual(before)
    expect(await settle(again, null)).toMatchObject({ outcome: 'gone' })
    expect(await differences()).toEqual([])
    expect(await archiveMonth('2027-06')).toMatchObject({ entries: 2 })
  })
})
