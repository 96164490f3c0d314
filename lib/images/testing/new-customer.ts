import { randomUUID } from 'node:crypto'
import { readBalance } from '@/lib/billing/balance'
import { grantCredit } from '@/lib/billing/credit'
import type { Caller } from '@/lib/platform/caller'
import { parseUsd } from '@/lib/platform/money'
import { listRecent } from '@/lib/usage/recent'

/** A customer with money, seen from its console: what it has and what it used. */
export async function newCustomer(usd = '5', customerId = `cus_${randomUUID()}`) {
  const caller: Caller = { customerId, userId: 'usr_test', apiKey: null, isOperator: false }
  const amountNanos = parseUsd(usd) ?? 0n
  if (amountNanos > 0n) await grantCredit({ customerId, amountNanos, key: `grant:${customerId}` })
  return {
    caller,
    rows: async () =>
      (await listRecent(caller, { limit: 100, cursor: '', timezone: 'UTC', format: 'json' })).items,
    money: async () => {
      const { balance, held } = await readBalance(caller)
      return { balance, held }
    },
  }
}
