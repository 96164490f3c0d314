import { setTimeout as pause } from 'node:timers/promises'
import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import { isDoneWithin } from '@/lib/platform/probe'
import { flushLedger, hold, settle } from './ledger'

/**
 * A pooled hold covers many small requests of one busy customer in this process, so that each of them needs no
 * statement of its own: it is a hold in the database like any other, and requests take shares of it in memory. The sum
 * of the shares never exceeds it. It is opened only for customers who send many requests a second and plainly have the
 * money, the next one before it is used up, and released when little is left of it or as soon as they pause.
 */
type PooledHold = {
  id: string
  /** With less free than this, the next one is opened. */
  lowNanos: bigint
  /** With less left than this, it is not worth looking at for every request. */
  littleNanos: bigint
  /** What the database still holds under this id: what it began with less what was charged to it. */
  amountNanos: bigint
  /** What no request under way has a share of. */
  freeNanos: bigint
  /** Requests under way that have one. */
  shares: number
  lastUsedMillis: number
}

export type Share = { holdId: string; amountNanos: bigint; from: PooledHold; demand: Demand }

type Demand = {
  /** Those that are shared; a few. */
  pooledHolds: PooledHold[]
  /** Those of which too little is left: no new shares are taken. */
  spent: PooledHold[]
  isOpening: boolean
  requests: number
  lastSecond: number
  lastUsedMillis: number
  /** What the customer could spend when the last of them was opened. */
  availableNanos: bigint
}

const BUSY_PER_SECOND = 20
const IDLE_MILLIS = 1000
/** A pooled hold covers this many requests of the size that caused it… */
const REQUESTS_COVERED = 256n
/** …but takes no more than a tenth of what the customer can spend. */
const PART_OF_AVAILABLE = 10n
const PART_LOW = 2n
const PART_LITTLE = 16n
/** Where the database did not open one, it is asked again after this. */
const RETRY_MILLIS = 1000

const demands = new Map<string, Demand>()

/** A share of a pooled hold, if there is one with room: the request is then covered without asking the database. */
export function claimShare(customerId: string, amountNanos: bigint): Share | undefined {
  const demand = demandOf(customerId)
  const now = clock.now().getTime()
  demand.lastUsedMillis = now
  for (const one of demand.pooledHolds) {
    if (one.freeNanos < amountNanos) continue
    one.freeNanos -= amountNanos
    one.shares += 1
    one.lastUsedMillis = now
    const isLast = one === demand.pooledHolds.at(-1)
    if (isLast && one.freeNanos < one.lowNanos) openNext(customerId, amountNanos, demand)
    return { holdId: one.id, amountNanos, from: one, demand }
  }
  return undefined
}

/** The request is over and was charged `costNanos` (0: nothing). */
export function returnShare({ amountNanos, from, demand }: Share, costNanos: bigint): void {
  from.shares -= 1
  from.amountNanos -= costNanos
  from.freeNanos += amountNanos - costNanos
  if (from.amountNanos >= from.littleNanos || !demand.pooledHolds.includes(from)) return
  demand.pooledHolds = demand.pooledHolds.filter((one) => one !== from)
  demand.spent.push(from)
}

/** A request had to hold for itself: opens a pooled hold for the next ones when the customer is busy and has plenty. */
export function recordDemand(customerId: string, amountNanos: bigint, availableNanos: bigint): void {
  const demand = demandOf(customerId)
  const second = Math.floor(demand.lastUsedMillis / 1000)
  demand.requests = demand.lastSecond === second ? demand.requests + 1 : 1
  demand.lastSecond = second
  demand.availableNanos = availableNanos
  if (demand.requests >= BUSY_PER_SECOND) openNext(customerId, amountNanos, demand)
}

/** Releases holds without shares; called every second, and with `everything` when the process ends. */
export async function releaseIdlePooledHolds(everything = false): Promise<void> {
  const idleSince = everything ? Number.POSITIVE_INFINITY : clock.now().getTime() - IDLE_MILLIS
  for (const [customerId, demand] of demands) {
    await release(demand, idleSince)
    const isEmpty = demand.pooledHolds.length === 0 && demand.spent.length === 0
    if (isEmpty && !demand.isOpening && demand.lastUsedMillis < idleSince) demands.delete(customerId)
  }
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
  const released = release(demand, Number.POSITIVE_INFINITY).catch((error: unknown) =>
    logger.warn({ err: String(error) }, 'a pooled hold was not released'),
  )
  return isDoneWithin(released, RELEASE_PATIENCE_MILLIS)
}

/** Releases spent holds and those idle since then; never one with open shares. */
async function release(demand: Demand, idleSinceMillis: number): Promise<void> {
  const isIdle = ({ shares, lastUsedMillis }: PooledHold) => shares === 0 && lastUsedMillis < idleSinceMillis
  const released = demand.spent.filter(({ shares }) => shares === 0).concat(demand.pooledHolds.filter(isIdle))
  if (released.length === 0) return
  demand.spent = demand.spent.filter(({ shares }) => shares > 0)
  demand.pooledHolds = demand.pooledHolds.filter((one) => !isIdle(one))
  // Their charges are written first: otherwise these would find the hold ended and be charged to the free balance.
  await flushLedger()
  await Promise.all(released.map(({ id }) => settle({ id, cost: '0' }, null)))
}

/** Enough for many requests of this size, or a tenth of what is available; nothing where that is less than one of them. */
function openNext(customerId: string, amountNanos: bigint, demand: Demand): void {
  const wanted = amountNanos * REQUESTS_COVERED
  const allowed = demand.availableNanos / PART_OF_AVAILABLE
  const size = wanted < allowed ? wanted : allowed
  if (demand.isOpening || amountNanos === 0n || size < amountNanos) return
  demand.isOpening = true
  open(customerId, size, demand)
    .catch((error: unknown) => {
      logger.warn({ err: String(error) }, 'a pooled hold could not be opened')
      return pause(RETRY_MILLIS, undefined, { ref: false })
    })
    .finally(() => {
      demand.isOpening = false
    })
}

async function open(customerId: string, amountNanos: bigint, demand: Demand): Promise<void> {
  const id = newId('hold')
  const item = {
    id,
    customer_id: customerId,
    api_key_id: null,
    amount: amountNanos.toString(),
    limit: null,
    period: null,
  }
  const row = await hold(item)
  demand.availableNanos = row.available
  if (row.outcome !== 'held') return
  demand.pooledHolds.push({
    id,
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
    lastSecond: 0,
    lastUsedMillis: 0,
    availableNanos: 0n,
  }
  demands.set(customerId, made)
  return made
}

/**
 * The second look at a hold that is refused. The first is for the cheap worst case, which counts bytes as tokens and is some four
 * times the price; by it alone, most of a small budget could never be spent. So the prompt is counted, and less is asked for.
 */
export type Recount = {
  /** What the request costs at the very least: for somebody with less nothing is counted. */
  leastNanos: bigint
  /** Counts for somebody who can spend that much; may stop where it cannot be enough. */
  count(availableNanos: bigint): Promise<Estimate>
}

/** Where an estimate comes to more than this many times what there is, the whole prompt is not worth counting. */
export const FAR = 2n

/** What a request comes to by our count, and the most by that of an upstream. */
type Estimate = { countedNanos: bigint; mostNanos: bigint }

type HoldItem = Parameters<typeof hold>[0]
type HoldRow = Awaited<ReturnType<typeof hold>>

/** `amountNanos`: what is held, or of a refused hold, what it would take. */
type HoldAnswer = { row: HoldRow; amountNanos: bigint; share?: Share }

/** Holds the worst case; where that is refused, what the request comes to when it is counted. */
export async function holdOrCount(item: HoldItem, recount: Recount | undefined): Promise<HoldAnswer> {
  const amountNanos = BigInt(item.amount)
  let row = await hold(item)
  // What a pooled hold keeps for later requests is available to this one too.
  if (row.outcome === 'balance' && (await releaseUnsharedHolds(item.customer_id))) row = await hold(item)
  if (row.outcome === 'held' || !recount || row.available < recount.leastNanos) return { row, amountNanos }
  return holdCounted(item, row, recount)
}

/** Others may spend at the same time: then less is left, which may still do. */
const MOST_ASKED = 3

/**
 * The margin for an upstream that counts more than we do is held as far as there is money for it: so the last of a budget can be
 * spent, and of all that is spent from it no more than that margin, once, may have to be waived.
 */
async function holdCounted(item: HoldItem, refused: HoldRow, recount: Recount): Promise<HoldAnswer> {
  const { countedNanos, mostNanos } = await inTurn(item.customer_id, () => recount.count(refused.available))
  let row = refused
  for (let asked = 0; asked < MOST_ASKED && row.available >= countedNanos; asked++) {
    const isShort = row.available < mostNanos
    const amountNanos = isShort ? row.available : mostNanos
    const share = item.limit === null ? claimShare(item.customer_id, amountNanos) : undefined
    if (share) return { row: { ...row, outcome: 'held' }, amountNanos, share }
    row = await hold({ ...item, amount: amountNanos.toString() })
    if (row.outcome === 'held') return { row, amountNanos }
  }
  return { row, amountNanos: countedNanos }
}

const counting = new Map<string, Promise<unknown>>()

/** One count of a customer at a time: it takes processor time that is not paid for yet. */
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
