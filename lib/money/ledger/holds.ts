import { setTimeout as pause } from 'node:timers/promises'
import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import { isDoneWithin } from '@/lib/platform/probe'
import type { HoldItem, HoldRow } from './internal/holds-repository'
import { flushLedger, hold, holdAhead, settle } from './ledger'

/**
 * A pooled hold covers many small requests of one customer in this process: one hold in the database, of which
 * requests claim shares in memory instead of each running a statement. The shares never exceed the hold. One opens only for
 * customers who keep sending requests and have plenty of credit; the next opens before it runs out. It is released when little
 * is left or the customer pauses.
 */
type PooledHold = {
  id: string
  customerId: string
  /** It is released when unused for so long. */
  idleMillis: number
  /** Below this much free, the next one opens. */
  lowNanos: bigint
  /** Below this amount, no more shares are claimed. */
  littleNanos: bigint
  /** What the database holds under this id: the initial amount minus charges. */
  amountNanos: bigint
  /** What no request in progress has claimed. */
  freeNanos: bigint
  /** Requests in progress with a share. */
  shares: number
  lastUsedMillis: number
}

export type Share = { holdId: string; amountNanos: bigint; from: PooledHold; demand: Demand }

type Demand = {
  /** Holds with room for shares. */
  pooledHolds: PooledHold[]
  /** Holds with too little left for new shares. */
  spent: PooledHold[]
  isOpening: boolean
  /** Requests in the last second that had any, and in the one before that; 0: it was too long ago. */
  requests: number
  requestsBefore: number
  lastSecond: number
  lastUsedMillis: number
  /** The customer's available balance when the last one opened. */
  availableNanos: bigint
}

/** From so many requests in a second on, a customer is busy. */
const BUSY_PER_SECOND = 20
/** A customer who asks again in another second, but within so many, goes on asking. */
const STEADY_SECONDS = 60

/**
 * How large a pooled hold is: it covers this many requests of the size that opened it, and reserves at most this part of the
 * available balance; where that covers too few, none opens. A steady customer's is small, because it waits long for the next
 * request, in each process that serves the customer.
 */
const sizes = {
  busy: { requests: 256n, leastRequests: 1n, partOfAvailable: 10n, idleMillis: 1000, open: hold },
  steady: { requests: 16n, leastRequests: 8n, partOfAvailable: 50n, idleMillis: 60_000, open: holdAhead },
} as const
const PART_LOW = 2n
const PART_LITTLE = 16n
/** How long to wait after the database failed to open one. */
const RETRY_MILLIS = 1000

const demands = new Map<string, Demand>()

/** A share of a pooled hold with room, which covers the request without the database; undefined where there is none. */
export function claimShare(customerId: string, amountNanos: bigint): Share | undefined {
  const demand = demandOf(customerId)
  const now = clock.now().getTime()
  demand.lastUsedMillis = now
  for (const one of demand.pooledHolds) {
    if (one.freeNanos < amountNanos) continue
    one.freeNanos -= amountNanos
    one.shares += 1
    one.lastUsedMillis = now
    countRequest(demand)
    const isLast = one === demand.pooledHolds.at(-1)
    if (isLast && one.freeNanos < one.lowNanos) openNext(customerId, amountNanos, demand)
    return { holdId: one.id, amountNanos, from: one, demand }
  }
  return undefined
}

/** Gives a share back when its request ended; `costNanos` is what it was charged, 0 for nothing. */
export function returnShare({ amountNanos, from, demand }: Share, costNanos: bigint): void {
  from.shares -= 1
  from.amountNanos -= costNanos
  from.freeNanos += amountNanos - costNanos
  if (from.amountNanos >= from.littleNanos || !demand.pooledHolds.includes(from)) return
  demand.pooledHolds = demand.pooledHolds.filter((one) => one !== from)
  demand.spent.push(from)
}

/** Records a request without a share, and opens a pooled hold for the next ones where the customer goes on asking and has plenty. */
export function recordDemand(customerId: string, amountNanos: bigint, availableNanos: bigint): void {
  const demand = demandOf(customerId)
  countRequest(demand)
  demand.availableNanos = availableNanos
  if (isBusy(demand) || demand.requestsBefore > 0) openNext(customerId, amountNanos, demand)
}

function countRequest(demand: Demand): void {
  const second = Math.floor(demand.lastUsedMillis / 1000)
  if (demand.lastSecond !== second) {
    demand.requestsBefore = second - demand.lastSecond <= STEADY_SECONDS ? demand.requests : 0
    demand.requests = 0
    demand.lastSecond = second
  }
  demand.requests += 1
}

function isBusy({ requests, requestsBefore }: Demand): boolean {
  return requests >= BUSY_PER_SECOND || requestsBefore >= BUSY_PER_SECOND
}

/** Releases idle pooled holds; called every second. `everything` also releases recently used ones, when the process ends. */
export async function releaseIdlePooledHolds(everything = false): Promise<void> {
  const now = everything ? Number.POSITIVE_INFINITY : clock.now().getTime()
  const unused = [...demands.values()].flatMap((demand) => takeUnused(demand, now))
  for (const [customerId, demand] of demands) {
    const isEmpty = demand.pooledHolds.length === 0 && demand.spent.length === 0
    const isForgotten = now - demand.lastUsedMillis > STEADY_SECONDS * 1000
    if (isEmpty && !demand.isOpening && isForgotten) demands.delete(customerId)
  }
  await release(unused)
}

const RELEASE_PATIENCE_MILLIS = 1000

/**
 * Releases a customer's pooled holds that no request has a share of, waiting a second at most. False where there are none,
 * or it took longer.
 */
export async function releaseUnsharedHolds(customerId: string): Promise<boolean> {
  const demand = demands.get(customerId)
  const isUnshared = demand && [...demand.pooledHolds, ...demand.spent].some(({ shares }) => shares === 0)
  if (!isUnshared) return false
  const released = release(takeUnused(demand, Number.POSITIVE_INFINITY)).catch((error: unknown) =>
    logger.warn({ err: String(error) }, 'a pooled hold was not released'),
  )
  return isDoneWithin(released, RELEASE_PATIENCE_MILLIS)
}

/** Takes out the holds without shares that are spent or idle by now: no request claims a share of them any more. */
function takeUnused(demand: Demand, nowMillis: number): PooledHold[] {
  const isIdle = ({ shares, lastUsedMillis, idleMillis }: PooledHold) =>
    shares === 0 && lastUsedMillis < nowMillis - idleMillis
  const unused = demand.spent.filter(({ shares }) => shares === 0).concat(demand.pooledHolds.filter(isIdle))
  if (unused.length === 0) return unused
  demand.spent = demand.spent.filter(({ shares }) => shares > 0)
  demand.pooledHolds = demand.pooledHolds.filter((one) => !isIdle(one))
  return unused
}

async function release(unused: readonly PooledHold[]): Promise<void> {
  if (unused.length === 0) return
  // Their charges go first: charges that find the hold ended would come out of the available balance.
  await flushLedger()
  await Promise.all(unused.map(({ id, customerId }) => settle({ id, cost: '0', owner: customerId }, null)))
}

/** Opens one for requests of this size, unless the part of the available balance that it may reserve covers too few. */
function openNext(customerId: string, amountNanos: bigint, demand: Demand): void {
  const size = sizes[isBusy(demand) ? 'busy' : 'steady']
  const allowed = demand.availableNanos / size.partOfAvailable
  let amount = amountNanos * size.requests
  if (amount > allowed) amount = allowed
  if (demand.isOpening || amountNanos === 0n || amount < amountNanos * size.leastRequests) return
  demand.isOpening = true
  open(customerId, amount, size, demand)
    .catch((error: unknown) => {
      logger.warn({ err: String(error) }, 'a pooled hold could not be opened')
      return pause(RETRY_MILLIS, undefined, { ref: false })
    })
    .finally(() => {
      demand.isOpening = false
    })
}

async function open(
  customerId: string,
  amountNanos: bigint,
  size: (typeof sizes)[keyof typeof sizes],
  demand: Demand,
): Promise<void> {
  const id = newId('hold')
  const item = {
    id,
    customer_id: customerId,
    api_key_id: null,
    amount: amountNanos.toString(),
    limit: null,
    period: null,
  }
  const row = await size.open(item)
  demand.availableNanos = row.available
  if (row.outcome !== 'held') return
  demand.pooledHolds.push({
    id,
    customerId,
    idleMillis: size.idleMillis,
    lowNanos: amountNanos / PART_LOW,
    littleNanos: amountNanos / PART_LITTLE,
    amountNanos,
    freeNanos: amountNanos,
    shares: 0,
    lastUsedMillis: clock.now().getTime(),
  })
}

function demandOf(customerId: string): Demand {
  const existing = demands.get(customerId)
  if (existing) return existing
  const made: Demand = {
    pooledHolds: [],
    spent: [],
    isOpening: false,
    requests: 0,
    requestsBefore: 0,
    lastSecond: 0,
    lastUsedMillis: 0,
    availableNanos: 0n,
  }
  demands.set(customerId, made)
  return made
}

/**
 * The second estimate, after a hold was refused. The first takes every byte of the prompt for a token, which is fast and about
 * four times the price; with it alone, most of a small budget could never be spent. The second counts the tokens.
 */
export type Recount = {
  /** The lowest possible cost: with less available, nothing is counted. */
  leastNanos: bigint
  /** Counts the tokens. May stop early where the available balance cannot cover them. */
  count(availableNanos: bigint): Promise<Estimate>
}

/** Where a sample's estimate exceeds the available balance this many times, the whole prompt is not counted. */
export const MAX_ESTIMATE_RATIO = 2n

/** The cost by our token count, and the highest cost by an upstream's own count. */
type Estimate = { countedNanos: bigint; mostNanos: bigint }

/** `amountNanos`: what is held, or what a refused hold would have needed. */
type HoldAnswer = { row: HoldRow; amountNanos: bigint; share?: Share }

/** Holds the worst case; where that is refused, the cost of the counted tokens. */
export async function holdOrCount(item: HoldItem, recount: Recount | undefined): Promise<HoldAnswer> {
  const amountNanos = BigInt(item.amount)
  let row = await hold(item)
  // What a pooled hold keeps for later requests is available to this one too.
  if (row.outcome === 'balance' && (await releaseUnsharedHolds(item.customer_id))) row = await hold(item)
  if (row.outcome === 'held' || !recount || row.available < recount.leastNanos) return { row, amountNanos }
  return holdCounted(item, row, recount)
}

/** Concurrent requests may leave less, which may still be enough. */
const MAX_TRIES = 3

/**
 * Holds our count plus, as far as the balance allows, a margin for upstreams that count more. The last of a budget can be spent
 * this way, and at most one such margin is ever waived.
 */
async function holdCounted(item: HoldItem, refused: HoldRow, recount: Recount): Promise<HoldAnswer> {
  const { countedNanos, mostNanos } = await inTurn(item.customer_id, () => recount.count(refused.available))
  let row = refused
  for (let tries = 0; tries < MAX_TRIES && row.available >= countedNanos; tries++) {
    const isShort = row.available < mostNanos
    const amountNanos = isShort ? row.available : mostNanos
    const share = item.limit === null && !item.budgets ? claimShare(item.customer_id, amountNanos) : undefined
    if (share) return { row: { ...row, outcome: 'held' }, amountNanos, share }
    row = await hold({ ...item, amount: amountNanos.toString() })
    if (row.outcome === 'held') return { row, amountNanos }
  }
  return { row, amountNanos: countedNanos }
}

const counting = new Map<string, Promise<unknown>>()

/** One count per customer at a time: it takes processor time that nobody has paid for yet. */
async function inTurn<Result>(customerId: string, work: () => Promise<Result>): Promise<Result> {
  const before = counting.get(customerId)
  const mine = before ? before.then(work, work) : work()
  counting.set(customerId, mine)
  try {
    return await mine
  } finally {
    if (counting.get(customerId) === mine) counting.delete(customerId)
  }
}
