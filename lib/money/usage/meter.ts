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
import { mostNanosOf, type Price, type Quantities } from '@/lib/money/prices/price'
import type { TokenKind } from '@/lib/money/prices/rates'
import type { BudgetLimit, Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { logger } from '@/lib/platform/logger'
import { toUsdNumber } from '@/lib/platform/money'
import { currentScope, type Scope, traced } from '@/lib/platform/tracing'
import { journalOf } from './booking'
import { holdRefusal, holdUnknown } from './hold-refusal'
import { costOf, endAnswerSpan, type MeterReading, recordMetrics, toUsageRow } from './usage-row'

/** Meters one request: money is held for its worst case until `settleMeter` or `releaseMeter` ends it. */
export type Meter = {
  /** The id of the request, its hold and its usage row. */
  id: string
  caller: Caller
  startedAt: Date
  /** Resolves when the hold is durable; nothing may be delivered before. Rejects with 402, or 503 without a database. */
  held: Promise<void>
  isHeld: boolean
  /** True where the hold is all but certain: the upstream may be called without waiting for `held`. */
  isCertain: boolean
  /** With an `Idempotency-Key`: whether the answer was stored for retries. One that was not is not charged. */
  answerKept: Promise<boolean> | undefined
  /** Settling or releasing has begun. */
  isSettled: boolean
  /** The held amount. Cost above it is charged only as far as the hold can grow (`chargeOf`). */
  heldNanos: bigint
  grown?: Promise<void>
  /** The last reading that was priced: the one whose cost stands in the answer is then settled. */
  priced?: { reading: MeterReading; costNanos: bigint }
  /** The share of a pooled hold that covers the request, if any. */
  share?: Share
  /** What it counts against besides balance and key. */
  budgets?: HoldItem['budgets']
  /** The request's trace. */
  scope: Scope | undefined
}

const alreadyHeld = Promise.resolve()

/** Holds `amountNanos`, the worst case of this request; where that is refused, the cost by `recount`. */
export function openMeter(
  caller: Caller,
  id: string,
  amountNanos: bigint,
  answerKept?: Promise<boolean>,
  recount?: Recount,
): Meter {
  const startedAt = clock.now()
  const amount = capHold(amountNanos)
  const isLimited =
    (caller.apiKey != null && caller.apiKey.limitNanos !== null) ||
    caller.spendLimits !== undefined ||
    caller.marks?.budgets !== undefined
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
  if (item.budgets) meter.budgets = item.budgets
  meter.held = traced('hold', {}, () => holdOrCount(item, recount)).then(
    ({ row, amountNanos: held, share: late }) => {
      if (row.outcome !== 'held') throw holdRefusal(held, { ...row, outcome: row.outcome }, item)
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
  // No unhandled rejection where the request ends before anyone awaits this.
  meter.held.catch(() => undefined)
  return meter
}

/**
 * What is charged for a reading, in nano-USD: its cost, which exceeds the hold only as far as the balance and the key's limit
 * allow. A promise only in that rare case, so that an answer that contains its cost need not wait for the database.
 */
export function chargeOf(meter: Meter, reading: MeterReading): bigint | Promise<bigint> {
  const cost = costIn(meter, reading)
  return cost === 0n || (meter.isHeld && cost <= meter.heldNanos) ? cost : chargeOnceHeld(meter, cost)
}

function costIn(meter: Meter, reading: MeterReading): bigint {
  if (meter.priced?.reading !== reading)
    meter.priced = { reading, costNanos: costOf(reading, meter.startedAt) }
  return meter.priced.costNanos
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
    else
      meter.heldNanos =
        (await resizeHold({ id: meter.id, customer_id: meter.caller.customerId }, cost, limit)) ??
        meter.heldNanos
  } catch (error) {
    logger.error({ err: String(error), id: meter.id }, 'more was used than is held: the rest is not charged')
  }
}

/** A pooled hold also covers other requests, so a cost above the share gets a separate hold. */
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
 * Ends a meter: settles its hold and books the usage row in one statement. Call it once per meter. An answer with an
 * `Idempotency-Key` is settled when it is stored; a crash before that releases the hold. Resolves when the database has it.
 * Other answers need not wait: their settlement is logged on disk before the next answer is sent, so a crash loses no charge.
 */
export function settleMeter(meter: Meter, reading: MeterReading): Promise<unknown> {
  meter.isSettled = true
  const charge = chargeOf(meter, reading)
  const isKnown = meter.isHeld && !meter.answerKept && typeof charge === 'bigint'
  return isKnown ? book(meter, reading, clock.now(), charge) : bookOnceKnown(meter, reading)
}

async function bookOnceKnown(meter: Meter, reading: MeterReading): Promise<void> {
  // A hold that was refused or never written has nothing to settle and gets no row.
  if (!meter.isHeld && !(await wasHeld(meter))) return
  const endedAt = clock.now()
  const final = meter.answerKept && !(await meter.answerKept) ? undelivered(reading) : reading
  await book(meter, final, endedAt, await chargeOf(meter, final))
}

function book(meter: Meter, reading: MeterReading, endedAt: Date, cost: bigint): Promise<unknown> {
  const { id, startedAt, caller, share, scope } = meter
  const { customerId, apiKey, member, project } = caller
  const opened = {
    id,
    customerId,
    apiKeyId: apiKey?.id ?? null,
    apiKeyName: apiKey?.name ?? null,
    memberId: member?.id,
    projectId: project?.id,
    marks: caller.marks,
    startedAt,
    scope,
  }
  endAnswerSpan(scope, reading)
  const row = toUsageRow(opened, reading, endedAt, costIn(meter, reading))
  if (share) returnShare(share, cost)
  recordMetrics(reading, { startedAt, endedAt, costNanos: cost })
  const item = {
    id,
    cost: cost.toString(),
    customer_id: customerId,
    api_key_id: opened.apiKeyId,
    hold_id: share?.holdId,
    budgets: meter.budgets?.map(({ id, period }) => ({ id, period })),
    row,
  }
  return traced('settle', { parent: scope, attributes: { 'portico.cost_usd': toUsdNumber(cost) } }, () =>
    settle(item, journalOf(row)),
  )
}

/**
 * An answer that could not be stored is not sent: the client retries, or gets the stored one. An answer to a client that
 * disconnected is never stored.
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
 * Releases the hold of a request that ended unexpectedly: no charge and no row. Does nothing once settling or releasing has
 * begun.
 */
export async function releaseMeter(meter: Meter): Promise<void> {
  if (meter.isSettled) return
  meter.isSettled = true
  if (!meter.share && !(await wasHeld(meter))) return
  if (meter.share) returnShare(meter.share, 0n)
  else await settle({ id: meter.id, cost: '0', owner: meter.caller.customerId }, null)
}

/**
 * Available balances as the latest holds reported them. They never decide whether a request is covered (the ledger does), only
 * whether there is so much that the upstream may be called while the hold is being written.
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

/** The highest cost of one request in nano-USD, which its hold must cover. */
export function worstCaseCost(price: Price, worstCase: Quantities, kinds?: readonly TokenKind[]): bigint {
  return mostNanosOf(price, { ...worstCase, requests: 1 }, kinds)
}

/** The highest cost among the routes. */
export function highestCost<Route>(routes: readonly Route[], costAt: (route: Route) => bigint): bigint {
  let most = 0n
  for (const route of routes) {
    const cost = costAt(route)
    if (cost > most) most = cost
  }
  return most
}

type HoldItem = Parameters<typeof hold>[0]

/** Above any real hold and within 64 bits: an absurd price must not break the statement for other requests. */
const MAX_HOLD_NANOS = 10n ** 15n

export function capHold(amountNanos: bigint): bigint {
  return amountNanos < MAX_HOLD_NANOS ? amountNanos : MAX_HOLD_NANOS
}

/**
 * The ledger's item for a hold, which counts against the customer's balance, and against the limits of the key, its project, its
 * member and the organization, if any.
 */
export function toHoldItem(caller: Caller, id: string, amountNanos: bigint, startedAt: Date): HoldItem {
  const key = caller.apiKey
  // What costs nothing begins no rows of values.
  const budgets = amountNanos > 0n ? budgetsOf(caller, startedAt) : undefined
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
    ...(budgets && { budgets }),
  }
}

function budgetsOf({ marks, spendLimits }: Caller, now: Date): readonly BudgetLimit[] | undefined {
  if (spendLimits === undefined) return marks?.budgets
  const limits = spendLimits.map(({ id, limitNanos, reset, timezone }) => ({
    id,
    budget_id: id,
    value: null,
    limit: limitNanos.toString(),
    period: periodStart(reset, now, timezone)?.toISOString() ?? null,
    until: periodEnd(reset, now, timezone)?.toISOString() ?? null,
    most: env().BUDGET_VALUES_MAX,
  }))
  return marks?.budgets ? [...marks.budgets, ...limits] : limits
}
