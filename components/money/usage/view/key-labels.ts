import type { ApiKeyUsage } from '@/lib/money/usage/schema'

type Key = Pick<ApiKeyUsage, 'api_key_id' | 'api_key_name' | 'api_key_last4'>

/** What each key is called where keys stand below each other: its name, and the end of its secret where another has that name. */
export function keyLabels(keys: readonly Key[]): ReadonlyMap<string | null, string> {
  const nameOf = (key: Key) => key.api_key_name ?? 'Console'
  const isShared = (key: Key) =>
    keys.some((other) => other.api_key_id !== key.api_key_id && nameOf(other) === nameOf(key))
  return new Map(
    keys.map((key) => [
      key.api_key_id,
      isShared(key) && key.api_key_last4 !== null ? `${nameOf(key)} …${key.api_key_last4}` : nameOf(key),
    ]),
  )
}
