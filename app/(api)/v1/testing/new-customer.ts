import { createKey } from '@/lib/api-keys/keys'
import { readBalance } from '@/lib/billing/balance'
import { grantCredit } from '@/lib/billing/credit'
import { newAccountOwner } from '@/lib/identity/testing/new-account-owner'
import { parseUsd } from '@/lib/platform/money'
import { listRecent } from '@/lib/usage/recent'
import { RecentQuery } from '@/lib/usage/schema'

/** For tests: a customer with this much money and a key, and access to its usage rows. */
export async function newCustomer(usd = '1') {
  const owner = await newAccountOwner()
  const amountNanos = parseUsd(usd) ?? 0n
  if (amountNanos > 0n)
    await grantCredit({ customerId: owner.customerId, amountNanos, key: `grant:${owner.customerId}` })
  const keyWith = async (settings: object = {}) => (await createKey(owner, { name: 'test', ...settings })).key
  return {
    owner,
    keyWith,
    key: await keyWith(),
    rows: async () => (await listRecent(owner, RecentQuery.parse({}))).items,
    balance: () => readBalance(owner),
  }
}
