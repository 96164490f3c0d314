import { periodEnd, periodStart } from '@/lib/billing/key-spend'
import type { hold } from '@/lib/billing/ledger'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { formatUsd, formatUsdForPeople } from '@/lib/platform/money'

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

const HELD_MONEY_RETRY_SECONDS = 5

type Refused = { outcome: 'balance' | 'key_limit'; available: bigint; held: bigint }

/**
 * 402: which limit refused the hold, what to do about it, and when trying again may help. `until` is when the key's limit
 * begins anew, an ISO 8601 time; null: never.
 */
export function holdRefusal(required: bigint, refused: Refused, until: string | null | undefined): AppError {
  const { outcome, held } = refused
  const available = refused.available > 0n ? refused.available : 0n
  const isBalance = outcome === 'balance'
  const sums = `it may cost up to ${formatUsdForPeople(required)}, and ${formatUsdForPeople(available)} is left`
  return new AppError(isBalance ? 'insufficient_quota' : 'key_limit_exceeded', {
    message: isBalance
      ? `The balance does not cover this request: ${sums}. Buy credit on the billing page of the console, or ask for less.`
      : `The spending limit of this API key does not cover this request: ${sums}${anew(until)}. Raise it on the page of API keys, or ask for less.`,
    metadata: {
      limit_source: outcome,
      required: formatUsd(required),
      available: formatUsd(available),
      ...(!isBalance && { resets_at: until ?? null }),
    },
    retryAfterSeconds:
      held > 0n && refused.available + held >= required ? HELD_MONEY_RETRY_SECONDS : undefined,
  })
}

function anew(until: string | null | undefined): string {
  return until == null ? '' : ` until it begins anew at ${until}`
}

/** 503: the database did not say whether the money is there. */
export function holdUnknown(cause: unknown): AppError {
  return new AppError('service_unavailable', { cause, retryAfterSeconds: 1 })
}
