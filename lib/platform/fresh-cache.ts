import { LRUCache } from 'lru-cache'
import { clock } from './clock'
import { logger } from './logger'

/** Older values are never returned. */
const USABLE_MILLIS = 60_000
/** After this age a new count starts while the old value is still served. */
const FRESH_MILLIS = 30_000
const MAX_ENTRIES = 500

type Entry<Value> = { value: Promise<Value>; countedAt: number; isRefreshing: boolean }

/**
 * Caches public figures that are expensive to count: this process counts each at most once at a time and serves the same
 * object for up to a minute after the count began. A failed count is not cached.
 */
export function createFreshCache<Value>(name: string) {
  const entries = new LRUCache<string, Entry<Value>>({ max: MAX_ENTRIES })

  function begin(key: string, count: () => Promise<Value>): Promise<Value> {
    const entry = { value: count(), countedAt: clock.now().getTime(), isRefreshing: false }
    entries.set(key, entry)
    entry.value.catch(() => {
      if (entries.peek(key) === entry) entries.delete(key)
    })
    return entry.value
  }

  function refresh(key: string, entry: Entry<Value>, count: () => Promise<Value>): void {
    entry.isRefreshing = true
    const countedAt = clock.now().getTime()
    count()
      .then((value) => {
        entries.set(key, { value: Promise.resolve(value), countedAt, isRefreshing: false })
      })
      .catch((error: unknown) => {
        entry.isRefreshing = false
        logger.warn({ err: String(error), name, key }, 'figures could not be refreshed')
      })
  }

  return (key: string, count: () => Promise<Value>): Promise<Value> => {
    const entry = entries.get(key)
    const ageMillis = entry ? clock.now().getTime() - entry.countedAt : -1
    if (entry === undefined || ageMillis < 0 || ageMillis >= USABLE_MILLIS) return begin(key, count)
    if (ageMillis >= FRESH_MILLIS && !entry.isRefreshing) refresh(key, entry, count)
    return entry.value
  }
}
