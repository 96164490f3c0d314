import { hold } from '@/lib/billing/ledger'
import { noteDemand, type Share, takeShare } from '@/lib/billing/pooled-holds'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { hasPlenty, noteFunds } from './internal/funds-hint'
import { boundedHold, toHoldItem } from './internal/hold-item'
import { holdRefusal, holdUnknown } from './internal/hold-refusal'

/** A request being metered: money is held for its worst case until `settleMeter` ends it. */
export type Meter = {
  /** Of the request, its hold and its usage row. */
  id: string
  caller: Caller
  startedAt: Date
  /** Resolves when the hold is durable; nothing may be delivered before. Rejects with 402, or 503 without a database. */
  held: Promise<void>
  isHeld: boolean
  /** True while the hold is as good as certain: the upstream may be called without waiting for `held`. */
  isCertain: boolean
  /** Where it matters: whether the answer was kept for a retry. What was not kept costs nothing. */
  answerKept: Promise<boolean> | undefined
  /** Somebody has taken it on to end this meter. */
  isSettled: boolean
  /** Where it is covered by a pooled hold instead of one of its own. */
  share?: Share
}

const alreadyHeld = Promise.resolve()

/** Holds `amountNanos`, the most that this request can cost. */
export function openMeter(
  caller: Caller,
  id: string,
  amountNanos: bigint,
  answerKept?: Promise<boolean>,
): Meter {
  const startedAt = clock.now()
  const amount = boundedHold(amountNanos)
  const isLimited = caller.apiKey != null && caller.apiKey.limitNanos !== null
  const share = isLimited ? undefined : takeShare(caller.customerId, amount)
  const meter: Meter = {
    id,
    caller,
    startedAt,
    held: alreadyHeld,
    isHeld: share !== undefined,
    isCertain: share !== undefined || (!isLimited && hasPlenty(caller.customerId, amount)),
    answerKept,
    isSettled: false,
  }
  if (share) {
    meter.share = share
    return meter
  }
  const item = toHoldItem(caller, id, amount, startedAt)
  meter.held = hold(item).then(
    (row) => {
      if (row.outcome !== 'held') throw holdRefusal(amount, { ...row, outcome: row.outcome }, item.until)
      meter.isHeld = true
      noteFunds(caller.customerId, row.available)
      if (!isLimited) noteDemand(caller.customerId, amount, row.available)
    },
    (error: unknown) => {
      throw holdUnknown(error)
    },
  )
  // Whoever drops the request before awaiting must not cause an unhandled rejection.
  meter.held.catch(() => undefined)
  return meter
}
