import type { ApiKeyRecord } from '@/lib/api-keys/schema'
import { toNanos } from '@/lib/client/format/money'

export type KeyState = { label: string; tone: 'success' | 'neutral' | 'warning' | 'danger' }

/** What a key can do right now: more than its stored status, since time and money may have stopped it. */
export function describeKeyState(key: ApiKeyRecord, now: number): KeyState {
  if (key.expires_at && Date.parse(key.expires_at) <= now) return { label: 'Expired', tone: 'danger' }
  if (key.status === 'disabled') return { label: 'Disabled', tone: 'neutral' }
  const remaining = key.limit_remaining_usd === null ? null : toNanos(key.limit_remaining_usd)
  if (remaining !== null && remaining <= 0n) return { label: 'Limit reached', tone: 'warning' }
  return { label: 'Active', tone: 'success' }
}

const WEEK_MILLIS = 7 * 86_400_000

export function expiresSoon(key: ApiKeyRecord, now: number): boolean {
  if (!key.expires_at) return false
  const left = Date.parse(key.expires_at) - now
  return left > 0 && left < WEEK_MILLIS
}
