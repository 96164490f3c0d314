import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import { remember } from '@/lib/platform/remember'
import { flushLedger, hold, settle } from './ledger'

/**
 * A pooled hold covers many small requests of one busy customer in this process, so that each of them needs no
 * statement of its own: it is a hold in the database like any other, and requests take shares of it in memory. The sum
 * of the shares never exceeds it. It is opened only for customers who ask many times a second and plainly have the
 * money, and given back as soon as they pause.
 */
export type Share = { holdId: string; customerId: string; amountNanos: bigint }

type PooledHold = {
  id: string
  /** What the database still holds under this id: what it began with less what was charged to it. */
  amountNanos: bigint
  /** Sum of the shares of requests under way. */
  sharedNanos: bigint
}

type Demand = {
  pooledHolds: PooledHold[]
  isOpening: boolean
  requests: number
  lastSecond: number
  lastUsedMillis: number
}

const BUSY_PER_SECOND = 20
const IDLE_MILLIS = 1000
/** A pooled hold covers that many requests of the size that asked for it… */
const REQUESTS_COVERED = 256n
/** …but takes no more than a tenth of what the customer can spend. */
const PART_OF_AVAILABLE = 10n

const demands = remember('pooled-holds', () => new Map<string, Demand>())

/** A share of a pooled hold, if there is one with room: the request is then covered without asking the database. */
export function takeShare(customerId: string, amountNanos: bigint): Share | undefined {
  const demand = demandOf(customerId)
  demand.lastUsedMillis = clock.now().getTime()
  for (const one of demand.pooledHolds) {
    if (one.amountNanos - one.sharedNanos < amountNanos) continue
    one.sharedNanos += amountNanos
    return { holdId: one.id, customerId, amountNanos }
  }
  return undefined
}

/** The request is over and was charged `costNanos` (0: nothing). */
export function returnShare(share: Share, costNanos: bigint): void {
  const one = demands.get(share.customerId)?.pooledHolds.find(({ id }) => id === share.holdId)
  if (one === undefined) return
  one.sharedNanos -= share.amountNanos
  one.amountNanos -= costNanos
}

/** A request had to hold for itself: opens a pooled hold for the next ones when the customer is busy and has plenty. */
export function noteDemand(customerId: string, amountNanos: bigint, availableNanos: bigint): void {
  const demand = demandOf(customerId)
  const second = Math.floor(demand.lastUsedMillis / 1000)
  demand.requests = demand.lastSecond === second ? demand.requests + 1 : 1
  demand.lastSecond = second
  if (demand.isOpening || demand.requests < BUSY_PER_SECOND || amountNanos === 0n) return
  const wanted = amountNanos * REQUESTS_COVERED
  const allowed = availableNanos / PART_OF_AVAILABLE
  const size = wanted < allowed ? wanted : allowed
  if (size < amountNanos) return
  demand.isOpening = true
  open(customerId, size, demand)
    .catch((error: unknown) => logger.warn({ err: String(error) }, 'a pooled hold could not be opened'))
    .finally(() => {
      demand.isOpening = false
    })
}

/** Gives back what nobody shares any more; called every second, and with `everything` when the process ends. */
export async function releaseIdlePooledHolds(everything = false): Promise<void> {
  const idleSince = clock.now().getTime() - IDLE_MILLIS
  for (const [customerId, demand] of demands) {
    const isIdle = everything || demand.lastUsedMillis < idleSince
    await release(demand, (one) => isIdle || one.amountNanos <= 0n)
    if (isIdle && demand.pooledHolds.length === 0 && !demand.isOpening) demands.delete(customerId)
  }
}

/** The same at once for one customer; undefined when there is nothing to give back. */
export function releaseUnsharedHolds(customerId: string): Promise<void> | undefined {
  const demand = demands.get(customerId)
  const isUnshared = demand?.pooledHolds.some(({ sharedNanos }) => sharedNanos === 0n)
  return demand && isUnshared ? release(demand, () => true) : undefined
}

async function release(demand: Demand, isWanted: (one: PooledHold) => boolean): Promise<void> {
  const released = demand.pooledHolds.filter((one) => one.sharedNanos === 0n && isWanted(one))
  demand.pooledHolds = demand.pooledHolds.filter((one) => !released.includes(one))
  if (released.length === 0) return
  // What was charged to them is written first: it would find them gone, and be charged to what is free by then.
  await flushLedger()
  await Promise.all(released.map(({ id }) => settle({ id, cost: '0' }, null)))
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
  if (row.outcome === 'held') demand.pooledHolds.push({ id, amountNanos, sharedNanos: 0n })
}

function demandOf(customerId: string): Demand {
  const existing = demands.get(customerId)
  if (existing) return existing
  const made = { pooledHolds: [], isOpening: false, requests: 0, lastSecond: 0, lastUsedMillis: 0 }
  demands.set(customerId, made)
  return made
}
