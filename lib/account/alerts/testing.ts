import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { createKey } from '@/lib/account/api-keys/keys'
import { updateLastUsed } from '@/lib/account/api-keys/repository'
import type { CreateApiKeyRequest } from '@/lib/account/api-keys/schema'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { grantCredit, grantTrial } from '@/lib/money/ledger/balance'
import { hold, settle } from '@/lib/money/ledger/ledger'
import { periodStart } from '@/lib/money/ledger/quota'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { parseUsd } from '@/lib/platform/money'
import { inTransaction } from '@/lib/platform/transaction'
import { listDeliveries } from '@/lib/work/deliveries/deliveries'
import { DeliveryQuery } from '@/lib/work/deliveries/schema'
import { BalanceLowEvent, KeyLimitEvent, ModelEndingEvent, SpendLimitEvent, TopUpFailedEvent } from './schema'

/** For tests: customers who buy and spend through the ledger, and the alerts they get. */
export const newSpender = () => newAccountOwner('Ann <b>')

const nanos = (usd: string) => parseUsd(usd) ?? 0n

export async function credit({ customerId }: Caller, usd: string): Promise<void> {
  await grantCredit({ customerId, amountNanos: nanos(usd), key: `test:${randomUUID()}` })
}

/** Trial credit. */
export async function trial({ customerId }: Caller, usd: string): Promise<void> {
  await inTransaction((transaction) => grantTrial({ customerId, amountNanos: nanos(usd) }, transaction))
}

type SpenderKey = { id: string; limit: string; reset: 'daily' | 'weekly' | 'monthly' | null }

export async function newLimitedKey(
  caller: Caller,
  limit: string,
  reset: SpenderKey['reset'] = null,
): Promise<SpenderKey> {
  const request: CreateApiKeyRequest = { name: 'prod', limit_usd: limit, limit_reset: reset }
  return { id: (await createKey(caller, request)).id, limit, reset }
}

/** One request of this cost, with a key if given. */
export async function spend({ customerId }: Caller, usd: string, key?: SpenderKey): Promise<void> {
  const id = newId('req')
  const period = key === undefined ? null : periodStart(key.reset, clock.now())
  await hold({
    id,
    customer_id: customerId,
    api_key_id: key?.id ?? null,
    amount: nanos(usd).toString(),
    limit: key === undefined ? null : nanos(key.limit).toString(),
    period: period?.toISOString() ?? null,
  })
  await settle({ id, cost: nanos(usd).toString(), owner: customerId }, null)
  if (key !== undefined) await updateLastUsed(new Map([[key.id, clock.now()]]))
}

const AlertEvent = z.union([
  BalanceLowEvent.strict(),
  KeyLimitEvent.strict(),
  SpendLimitEvent.strict(),
  TopUpFailedEvent.strict(),
  ModelEndingEvent.strict(),
])

/** The events sent to the customer's alert URL, oldest first. */
export async function sentEvents(caller: Caller): Promise<z.output<typeof AlertEvent>[]> {
  const { items } = await listDeliveries(caller, DeliveryQuery.parse({ limit: 100 }))
  return items.toReversed().map(({ request_body }) => AlertEvent.parse(JSON.parse(request_body)))
}
