import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { grantCredit } from '@/lib/billing/credit'
import { newAccountOwner } from '@/lib/identity/testing/new-account-owner'
import { clock } from '@/lib/platform/clock'
import { bookUsage } from '@/lib/usage/testing/requests'
import { createKey, updateKey } from './keys'
import type { UpdateApiKeyRequest } from './schema'
import { verifyKey } from './verify-key'

/** Noon, so that no day ends meanwhile. */
const now = new Date(new Date().setUTCHours(12, 0, 0, 0))
const longAgo = new Date(now.getTime() - 40 * 24 * 3600 * 1000)
const COST = '0.000018'

beforeEach(() => void vi.spyOn(clock, 'now').mockReturnValue(now))
afterEach(() => vi.restoreAllMocks())

/** Somebody with a key through which one request was paid for today and two long ago. */
async function spender(limit: Pick<UpdateApiKeyRequest, 'limit_usd' | 'limit_reset'>) {
  const owner = await newAccountOwner()
  await grantCredit({ customerId: owner.customerId, amountNanos: 10n ** 9n, key: `grant:${randomUUID()}` })
  const { id, key } = await createKey(owner, { name: 'spender', ...limit })
  const caller = await verifyKey(key)
  for (const at of [now, longAgo, longAgo]) await bookUsage(caller, at)
  const change = async (settings: UpdateApiKeyRequest) =>
    (await updateKey(owner, id, settings)).limit_remaining_usd
  return { change }
}

const LIMIT = '0.01'
const left = (requests: number) => (Number(LIMIT) - requests * Number(COST)).toFixed(6)

it('counts what was spent since the new period began, from whatever limit to whatever limit', async () => {
  const { change } = await spender({ limit_usd: LIMIT, limit_reset: 'monthly' })
  expect(await change({ limit_reset: 'daily' })).toBe(left(1))
  expect(await change({ limit_reset: 'monthly' })).toBe(left(1))
  expect(await change({ limit_reset: null })).toBe(left(3))
  expect(await change({ limit_reset: 'weekly' })).toBe(left(1))
})

it('counts it too where there was no limit before', async () => {
  const { change } = await spender({})
  expect(await change({ limit_usd: LIMIT, limit_reset: 'daily' })).toBe(left(1))
  expect(await change({ limit_usd: null })).toBeNull()
  expect(await change({ limit_usd: LIMIT })).toBe(left(1))
})
