import { createKey } from '@/lib/account/api-keys/keys'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { usageNames } from '@/lib/account/organizations/usage-names'
import { grantCredit } from '@/lib/money/ledger/balance'
import { flushLedger } from '@/lib/money/ledger/ledger'
import { settledBalance } from '@/lib/money/ledger/testing/ledger-customer'
import { listRecent } from '@/lib/money/usage/recent'
import { RecentQuery } from '@/lib/money/usage/schema'
import { parseUsd } from '@/lib/platform/money'

/** For tests: a customer with this much money, a key, and access to its usage rows. */
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
    rows: async () => {
      await flushLedger() // the list waits a second at most
      return (await listRecent(owner, RecentQuery.parse({}), usageNames)).items
    },
    balance: () => settledBalance(owner),
  }
}
