import { LRUCache } from 'lru-cache'
import { remember } from '@/lib/platform/remember'

/**
 * What a customer could lately spend, as the last hold reported it. Never decides whether money is there (the ledger
 * does): only whether it is so plainly there that the upstream may be called while the hold is being written.
 */
const FRESH_MILLIS = 2000
const PLENTY = 50n

const hints = remember(
  'funds-hints',
  () => new LRUCache<string, { availableNanos: bigint }>({ max: 10_000, ttl: FRESH_MILLIS }),
)

export function noteFunds(customerId: string, availableNanos: bigint): void {
  hints.set(customerId, { availableNanos })
}

export function hasPlenty(customerId: string, amountNanos: bigint): boolean {
  const hint = hints.get(customerId)
  return hint !== undefined && hint.availableNanos >= amountNanos * PLENTY
}
