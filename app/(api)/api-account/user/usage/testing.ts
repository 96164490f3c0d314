import { createKey } from '@/lib/account/api-keys/keys'
import { verifyKey } from '@/lib/account/api-keys/verify-key'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { openDoors as open } from '@/lib/http/testing'
import { grantCredit } from '@/lib/money/ledger/balance'
import * as quota from '../usage-quota/route'
import * as latency from './latency/route'
import * as one from './recent/[id]/route'
import * as recent from './recent/route'
import * as usage from './route'

/** For the tests beside it: these routes, and a customer with credit and a key that may read. */
export const base = '/api-account/user/usage'

const modules = {
  [base]: usage,
  [`${base}/latency`]: latency,
  [`${base}/recent`]: recent,
  [`${base}/recent/[id]`]: one,
  [`${base}-quota`]: quota,
}

export const openDoors = () => open(modules)

export async function newCustomer(creditNanos = 1_000_000_000n) {
  const owner = await newAccountOwner()
  await grantCredit({
    customerId: owner.customerId,
    amountNanos: creditNanos,
    key: `grant:${owner.customerId}`,
  })
  const makeKey = async (name: string, settings: object = {}) => {
    const { id, key } = await createKey(owner, { name, scopes: ['account:read'], ...settings })
    return { id, key, caller: await verifyKey(key) }
  }
  return { owner, makeKey }
}
