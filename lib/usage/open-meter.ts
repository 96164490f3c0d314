import { hold } from '@/lib/billing/ledger'
import { periodStart } from '@/lib/billing/period-start'
import { noteDemand, type Share, takeShare } from '@/lib/billing/standing-holds'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { formatUsd } from '@/lib/platform/money'
import { hasPlenty, noteFunds } from './internal/funds-hint'

/** A request being metered: money is held for its worst case until `settleMeter` ends it. */
export type Meter = {
  /** Of the request, its hold and its usage row. */
  id: string
  caller: Caller
  startedAt: Date
  /** Resolves when the hold is durable; nothing may be delivered before. Rejects with 402, or 503 without a database. */
  held: Promise<void>
  /** True while the hold is as good as certain: the upstream may be called without waiting for `held`. */
  isCertain: boolean
  /** Where it is covered by a standing hold instead of one of its own. */
  share?: Share
}

const HELD_MONEY_RETRY_SECONDS = 5
/** Above any real hold, below what 64 bits take: an absurd price must not break its neighbours' statement. */
const MAX_HOLD_NANOS = 10n ** 15n

const alreadyHeld = Promise.resolve()

/** Holds `amountNanos`, the most that this request can cost. */
export function openMeter(caller: Caller, id: string, amountNanos: bigint): Meter {
  const startedAt = clock.now()
  const amount = amountNanos < MAX_HOLD_NANOS ? amountNanos : MAX_HOLD_NANOS
  const key = caller.apiKey
  const limit = key?.limitNanos ?? null
  const share = limit === null ? takeShare(caller.customerId, amount) : undefined
  if (share) return { id, caller, startedAt, held: alreadyHeld, isCertain: true, share }
  const isCertain = limit === null && hasPlenty(caller.customerId, amount)
  const held = hold({
    id,
    customer_id: caller.customerId,
    api_key_id: key?.id ?? null,
    amount: amount.toString(),
    limit: limit === null ? null : limit.toString(),
    period: limit === null ? null : (periodStart(key?.limitReset ?? null, startedAt)?.toISOString() ?? null),
  }).then(
    (row) => {
      if (row.outcome !== 'held') throw refusal(row.outcome, amount, row.available, row.held)
      noteFunds(caller.customerId, row.available)
      if (limit === null) noteDemand(caller.customerId, amount, row.available)
    },
    (error: unknown) => {
      throw new AppError('service_unavailable', { cause: error, retryAfterSeconds: 1 })
    },
  )
  // Whoever drops the request before awaiting must not cause an unhandled rejection.
  held.catch(() => undefined)
  return { id, caller, startedAt, held, isCertain }
}

function refusal(
  outcome: 'balance' | 'key_limit',
  required: bigint,
  available: bigint,
  held: bigint,
): AppError {
  const code = outcome === 'balance' ? 'insufficient_quota' : 'key_limit_exceeded'
  return new AppError(code, {
    metadata: {
      limit_source: outcome,
      required: formatUsd(required),
      available: formatUsd(available > 0n ? available : 0n),
    },
    retryAfterSeconds: held > 0n && available + held >= required ? HELD_MONEY_RETRY_SECONDS : undefined,
  })
}
