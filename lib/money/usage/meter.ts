import { LRUCache } from 'lru-cache'
import {
  claimShare,
  holdOrCount,
  type Recount,
  recordDemand,
  returnShare,
  type Share,
} from '@/lib/money/ledger/holds'
import { hold, resizeHold, settle } from '@/lib/money/ledger/ledger'
import { periodEnd, periodStart } from '@/lib/money/ledger/quota'
import { type Price, type Quantities, totalNanosOf } from '@/lib/money/prices/price'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { formatUsd, formatUsdForPeople, toUsdNumber } from '@/lib/platform/money'
import { currentScope, type Scope, traced } from '@/lib/platform/tracing'
import { usageJournal } from './booking'
import { endAnswerSpan, type MeterReading, quantitiesOf, recordMetrics, toUsageRow } from './usage-row'

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
  /** Settling or releasing this meter has begun. */
  isSettled: boolean
  /** What is set aside for it: what it costs above that is charged only once its hold has grown (`chargeOf`). */
  heldNanos: bigint
  grown?: Promise<void>
  /** Where it is covered by a pooled hold instead of one of its own. */
  share?: Share
  /** The trace it belongs to. */
  scope: Scope | undefined
}

const alreadyHeld = Promise.resolve()

/** Holds `amountNanos`, the most that this request can cost; where that is refused, what it comes to when it is counted. */
export function openMeter(
  caller: Caller,
  id: string,
  amountNanos: bigint,
  answerKept?: Promise<boolean>,
  recount?: Recount,
): Meter {
  const startedAt = clock.now()
  const amount = capHold(amountNanos)
  const isLimited = caller.apiKey != null && caller.apiKey.limitNanos !== null
  const share = isLimited ? undefined : claimShare(caller.customerId, amount)
  const meter: Meter = {
    id,
    caller,
    startedAt,
    held: alreadyHeld,
    isHeld: share !== undefined,
    isCertain: share !== undefined || (!isLimited && hasPlenty(caller.customerId, amount)),
    answerKept,
    isSettled: false,
    heldNanos: amount,
    scope: currentScope(),
  }
  if (share) {
    meter.share = share
    traced('hold', { attributes: { 'portico.hold.pooled': true } }, () => undefined)
    return meter
  }
  const item = toHoldItem(caller, id, amount, startedAt)
  meter.held = traced('hold', {}, () => holdOrCount(item, recount)).then(
    ({ row, amountNanos: held, share: late }) => {
      if (row.outcome !== 'held') throw holdRefusal(held, { ...row, outcome: row.outcome }, item.until)
      meter.isHeld = true
      meter.heldNanos = held
      if (late) meter.share = late
      cacheFunds(caller.customerId, row.available)
      if (!isLimited) recordDemand(caller.customerId, amount, row.available)
    },
    (error: unknown) => {
      throw holdUnknown(error)
    },
  )
  // A caller that drops the request before awaiting must not cause an unhandled rejection.
  meter.held.catch(() => undefined)
  return meter
}

/** What a reading costs, in nano-USD. */
export function costOf(reading: MeterReading): bigint {
  return reading.status === 'failed' ? 0n : totalNanosOf(reading.price, quantitiesOf(reading))
}

/**
 * What a reading is charged, in nano-USD: its cost, and of what exceeds the hold as much as the balance and the key's limit allow.
 * A promise only in that rare case, so that an answer that tells its cost need not wait for the database.
 */
export function chargeOf(meter: Meter, reading: MeterReading): bigint | Promise<bigint> {
  const cost = costOf(reading)
  return cost === 0n || (meter.isHeld && cost <= meter.heldNanos) ? cost : chargeOnceHeld(meter, cost)
}

async function chargeOnceHeld(meter: Meter, cost: bigint): Promise<bigint> {
  if ((await wasHeld(meter)) && cost > meter.heldNanos) {
    meter.grown ??= grow(meter, cost)
    await meter.grown
  }
  return cost < meter.heldNanos ? cost : meter.heldNanos
}

async function grow(meter: Meter, cost: bigint): Promise<void> {
  const limit = meter.caller.apiKey?.limitNanos ?? null
  try {
    if (meter.share) await holdAlone(meter, meter.share, cost)
    else meter.heldNanos = (await resizeHold(meter.id, cost, limit)) ?? meter.heldNanos
  } catch (error) {
    logger.error({ err: String(error), id: meter.id }, 'more was used than is held: the rest is not charged')
  }
}

/** A pooled hold covers the shares of others too: what exceeds one is held apart. */
async function holdAlone(meter: Meter, share: Share, cost: bigint): Promise<void> {
  const { caller, id, startedAt } = meter
  let amount = cost
  let row = await hold(toHoldItem(caller, id, amount, startedAt))
  if (row.outcome !== 'held' && row.available > meter.heldNanos) {
    amount = row.available
    row = await hold(toHoldItem(caller, id, amount, startedAt))
  }
  if (row.outcome !== 'held') return
  returnShare(share, 0n)
  delete meter.share
  meter.heldNanos = amount
}

/**
 * Ends a meter: settles its hold by what was used and books the usage row, in one statement. Called once per meter. An
 * answer that is kept for retries is settled when it is kept: a crash before that releases the hold. Resolves when it
 * is in the database; no answer needs to wait for that: of what is held and not kept, the settlement is logged before
 * the next answer is sent, so that no crash makes an answer a gift.
 */
export function settleMeter(meter: Meter, reading: MeterReading): Promise<unknown> {
  meter.isSettled = true
  const charge = chargeOf(meter, reading)
  const isKnown = meter.isHeld && !meter.answerKept && typeof charge === 'bigint'
  return isKnown ? book(meter, reading, clock.now(), charge) : bookOnceKnown(meter, reading)
}

async function bookOnceKnown(meter: Meter, reading: MeterReading): Promise<void> {
  // A hold that was refused, or never written, has nothing to settle and makes no row.
  if (!meter.isHeld && !(await wasHeld(meter))) return
  const endedAt = clock.now()
  const final = meter.answerKept && !(await meter.answerKept) ? undelivered(reading) : reading
  await book(meter, final, endedAt, await chargeOf(meter, final))
}

function book(meter: Meter, reading: MeterReading, endedAt: Date, cost: bigint): Promise<unknown> {
  const { id, startedAt, caller, share, scope } = meter
  const { customerId, apiKey } = caller
  const opened = {
    id,
    customerId,
    apiKeyId: apiKey?.id ?? null,
    apiKeyName: apiKey?.name ?? null,
    priceFactor: caller.priceFactor,
    startedAt,
  }
  endAnswerSpan(scope, reading)
  const row = toUsageRow({ ...opened, scope }, reading, endedAt)
  if (share) returnShare(share, cost)
  recordMetrics(reading, { startedAt, endedAt, costNanos: cost })
  const item = {
    id,
    cost: cost.toString(),
    customer_id: customerId,
    api_key_id: opened.apiKeyId,
    hold_id: share?.holdId,
    row,
  }
  return traced('settle', { parent: scope, attributes: { 'portico.cost_usd': toUsdNumber(cost) } }, () =>
    settle(item, usageJournal),
  )
}

/**
 * An answer that could not be kept is not given: its client tries again, or gets the one that was kept. Of a client that hung
 * up there is none to keep.
 */
function undelivered(reading: MeterReading): MeterReading {
  if (costOf(reading) === 0n || reading.finishReason === 'aborted') return reading
  return { ...reading, status: 'failed', finishReason: null, errorCode: 'internal_error' }
}

function wasHeld({ held }: Meter): Promise<boolean> {
  return held.then(
    () => true,
    () => false,
  )
}

/**
 * Releases what a meter holds that was never settled, because the request ended in an unforeseen way: no charge and
 * no row, but no money kept either. A meter that was settled is left alone.
 */
export async function releaseMeter(meter: Meter): Promise<void> {
  if (meter.isSettled) return
  meter.isSettled = true
  if (!meter.share && !(await wasHeld(meter))) return
  if (meter.share) returnShare(meter.share, 0n)
  else await settle({ id: meter.id, cost: '0' }, null)
}

/**
 * What a customer could lately spend, as the last hold reported it. Never decides whether money is there (the ledger
 * does): only whether it is so plainly there that the upstream may be called while the hold is being written.
 */
const FRESH_MILLIS = 2000
const PLENTY = 50n

const knownFunds = new LRUCache<string, { availableNanos: bigint }>({ max: 10_000, ttl: FRESH_MILLIS })

function cacheFunds(customerId: string, availableNanos: bigint): void {
  knownFunds.set(customerId, { availableNanos })
}

function hasPlenty(customerId: string, amountNanos: bigint): boolean {
  const hint = knownFunds.get(customerId)
  return hint !== undefined && hint.availableNanos >= amountNanos * PLENTY
}

/** The price of one request's worst case, in nano-USD: what its hold must cover. */
export function mostItCanCost(price: Price, worstCase: Quantities): bigint {
  return totalNanosOf(price, { ...worstCase, requests: 1 })
}

/** What the dearest of the routes can cost. */
export function dearest<Route>(routes: readonly Route[], costAt: (route: Route) => bigint): bigint {
  let most = 0n
  for (const route of routes) {
    const cost = costAt(route)
    if (cost > most) most = cost
  }
  return most
}

type HoldItem = Parameters<typeof hold>[0]

/** Above any real hold, below what 64 bits take: an absurd price must not break its neighbours' statement. */
const MAX_HOLD_NANOS = 10n ** 15n

export function capHold(amountNanos: bigint): bigint {
  return amountNanos < MAX_HOLD_NANOS ? amountNanos : MAX_HOLD_NANOS
}

/** A hold as the ledger expects it: what it counts against is the customer's balance and the key's limit, if it has one. */
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
    period: (reset && periodStart(reset, startedAt)?.toISOString()) ?? null,
    until: (reset && periodEnd(reset, startedAt)?.toISOString()) ?? null,
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
      : `The spending limit of this API key does not cover this request: ${sums}${untilReset(until)}. Raise it on the page of API keys, or ask for less.`,
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

function untilReset(until: string | null | undefined): string {
  return until == null ? '' : ` until it begins anew at ${until}`
}

/** 503: the database did not say whether the money is there. */
export function holdUnknown(cause: unknown): AppError {
  return new AppError('service_unavailable', { cause, retryAfterSeconds: 1 })
}
