import { describe, expect, it } from 'vitest'
import { pool } from '@/lib/platform/db'
import { grantCredit } from './balance'
import { closeLedgerMonths, inspectLedger, inspectLedgerMonths } from './integrity'
import { hold, settle } from './ledger'
import { customerWith, endOf, holdItem } from './testing/ledger-customer'

const driftOf = async (customerId: string) =>
  (await inspectLedger()).drift.filter(({ customer_id }) => customer_id === customerId)
const monthDriftOf = async (customerId: string, nth?: number) =>
  (await inspectLedgerMonths(nth)).filter(({ account }) => account === customerId)

/** A customer with credit of January and a charge of February 2020; both months are closed. */
async function customerOfTheYear2020(): Promise<string> {
  const customerId = await customerWith(1000n)
  const request = holdItem(customerId, 300n)
  await hold(request)
  await settle(endOf(request, '250'), null)
  await pool.query(
    `UPDATE ledger_entries SET created_at = CASE WHEN kind = 'settle' THEN '2020-02-29T23:59:59.999Z' ELSE '2020-01-01T00:00:00Z' END::timestamptz
      WHERE customer_id = $1`,
    [customerId],
  )
  // An earlier test may have closed them.
  await pool.query("DELETE FROM ledger_months WHERE month >= '2020-01-01'")
  await closeLedgerMonths(new Date())
  return customerId
}

describe('a closed month', () => {
  it('counts in the check without its entries being read', async () => {
    const customerId = await customerOfTheYear2020()
    await grantCredit({ customerId, amountNanos: 5n, key: `later:${customerId}` })
    expect(await driftOf(customerId)).toEqual([])
    await pool.query(
      'UPDATE ledger_months SET amount_nanos = amount_nanos + 1 WHERE account = $1 AND month = $2',
      [customerId, '2020-01-01'],
    )
    expect(await driftOf(customerId)).toMatchObject([{ kept_balance: 755n, ledger_balance: 756n }])
    expect(await monthDriftOf(customerId)).toMatchObject([
      { month: '2020-01-01', kept_nanos: 1001n, ledger_nanos: 1000n },
    ])
    await pool.query('DELETE FROM ledger_months WHERE month >= $1', ['2020-01-01'])
    expect(await driftOf(customerId)).toEqual([])
  })

  it('is read again in turn, and in the check of an operator: a changed, a missing and an added entry are found', async () => {
    const customerId = await customerOfTheYear2020()
    const settles = 'debit_account = $1 AND kind = $2'
    const change = (sql: string) => pool.query(sql, [customerId, 'settle'])
    const turns = async () => {
      const { rows } = await pool.query('SELECT count(DISTINCT month)::int AS months FROM ledger_months')
      const found = await Promise.all(
        Array.from({ length: rows[0].months }, (_, nth) => monthDriftOf(customerId, nth)),
      )
      return found.flat()
    }
    expect(await monthDriftOf(customerId)).toEqual([])
    await change(`UPDATE ledger_entries SET amount_nanos = amount_nanos + 7 WHERE ${settles}`)
    const drift = [{ month: '2020-02-01', kept_nanos: -250n, ledger_nanos: -257n }]
    expect(await monthDriftOf(customerId)).toMatchObject(drift)
    expect(await turns()).toMatchObject(drift)
    await change(`UPDATE ledger_entries SET amount_nanos = amount_nanos - 7 WHERE ${settles}`)
    await change(`UPDATE ledger_entries SET created_at = '2020-03-01T00:00:00Z' WHERE ${settles}`)
    expect(await monthDriftOf(customerId)).toMatchObject([{ month: '2020-02-01', ledger_nanos: 0n }])
    await change(`UPDATE ledger_entries SET created_at = '2020-02-01T00:00:00Z' WHERE ${settles}`)
    expect(await monthDriftOf(customerId)).toEqual([])
  })

  it('is over for a day before it is closed, and closed once by two at once', async () => {
    const customerId = await customerOfTheYear2020()
    const months = async () => {
      const { rows } = await pool.query(
        'SELECT month::text, amount_nanos, entries FROM ledger_months WHERE account = $1 ORDER BY 1',
        [customerId],
      )
      return rows
    }
    await pool.query("DELETE FROM ledger_months WHERE month >= '2020-01-01'")
    await closeLedgerMonths(new Date('2020-02-01T23:59:59Z'))
    expect(await months()).toEqual([])
    await closeLedgerMonths(new Date('2020-02-02T00:00:00Z'))
    expect(await months()).toEqual([{ month: '2020-01-01', amount_nanos: 1000n, entries: 0n }])
    await Promise.all(Array.from({ length: 4 }, () => closeLedgerMonths(new Date())))
    expect(await months()).toEqual([
      { month: '2020-01-01', amount_nanos: 1000n, entries: 0n },
      { month: '2020-02-01', amount_nanos: -250n, entries: 1n },
    ])
    expect(await driftOf(customerId)).toEqual([])
  })
})
