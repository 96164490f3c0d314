import type { hold } from '@/lib/billing/ledger'
import { periodEnd } from '@/lib/billing/period-end'
import { periodStart } from '@/lib/billing/period-start'
import type { Caller } from '@/lib/platform/caller'

type HoldItem = Parameters<typeof hold>[0]

/** Above any real hold, below what 64 bits take: an absurd price must not break its neighbours' statement. */
const MAX_HOLD_NANOS = 10n ** 15n

export function boundedHold(amountNanos: bigint): bigint {
  return amountNanos < MAX_HOLD_NANOS ? amountNanos : MAX_HOLD_NANOS
}

/** A hold as the ledger takes it: what it counts against is the customer's balance and the key's limit, if it has one. */
export function toHoldItem(caller: Caller, id: string, amountNanos: bigint, startedAt: Date): HoldItem {
  const key = caller.apiKey
  const limit = key?.limitNanos ?? null
  const reset = limit === null ? null : (key?.limitReset ?? null)
  return {
    id,
    customer_id: caller.customerId,
    api_key_id: key?.id ?? null,
    amount: amountNanos.toString(),
    limit: limit === null ? null : limit.toString(),
    period: periodStart(reset, startedAt)?.toISOString() ?? null,
    until: periodEnd(reset, startedAt)?.toISOString() ?? null,
  }
}
