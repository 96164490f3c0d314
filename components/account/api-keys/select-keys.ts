import type { ApiKeyRecord } from '@/lib/account/api-keys/schema'
import { toNanos } from '@/lib/client/format/money'

type KeyState = {
  label: 'Active' | 'Disabled' | 'Expired' | 'Limit reached'
  tone: 'success' | 'neutral' | 'warning' | 'danger'
}

/** The effective status: an active key may have expired or reached its limit. */
export function describeKeyState(key: ApiKeyRecord, now: number): KeyState {
  if (key.expires_at && Date.parse(key.expires_at) <= now) return { label: 'Expired', tone: 'danger' }
  if (key.status === 'disabled') return { label: 'Disabled', tone: 'neutral' }
  const remaining = key.limit_remaining_usd === null ? null : toNanos(key.limit_remaining_usd)
  if (remaining !== null && remaining <= 0n) return { label: 'Limit reached', tone: 'warning' }
  return { label: 'Active', tone: 'success' }
}

export const keyStatuses = [
  { value: 'all', label: 'All statuses' },
  { value: 'Active', label: 'Active' },
  { value: 'Disabled', label: 'Disabled' },
  { value: 'Expired', label: 'Expired' },
  { value: 'Limit reached', label: 'Limit reached' },
] as const

export const keyOrders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'name', label: 'By name' },
  { value: 'used', label: 'Last used first' },
  { value: 'spent', label: 'Highest spend' },
] as const

type KeyOrder = (typeof keyOrders)[number]['value']

type KeySelection = { text: string; status: (typeof keyStatuses)[number]['value']; order: KeyOrder }

/** The keys that match, in order. `text` may be a whole secret: then the key that it is of. */
export function selectKeys(
  keys: readonly ApiKeyRecord[],
  { text, status, order }: KeySelection,
  now: number,
): readonly ApiKeyRecord[] {
  const found = keys.filter(
    (key) => matches(key, text.trim()) && (status === 'all' || describeKeyState(key, now).label === status),
  )
  const compare = compareBy[order]
  return compare === null ? found : found.sort(compare)
}

function matches({ id, name, key_prefix, last4 }: ApiKeyRecord, text: string): boolean {
  const shown = `${name} ${id} ${key_prefix}…${last4}`
  return (
    shown.toLowerCase().includes(text.toLowerCase()) || (text.startsWith(key_prefix) && text.endsWith(last4))
  )
}

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** The list comes newest first, and keys that are equal stay so. */
const compareBy: Record<KeyOrder, ((one: ApiKeyRecord, other: ApiKeyRecord) => number) | null> = {
  newest: null,
  name: (one, other) => names.compare(one.name, other.name),
  used: (one, other) => (other.last_used_at ?? '').localeCompare(one.last_used_at ?? ''),
  spent: (one, other) => Number((toNanos(other.usage_usd) ?? 0n) - (toNanos(one.usage_usd) ?? 0n)),
}
