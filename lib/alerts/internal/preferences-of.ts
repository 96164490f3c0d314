import type { SettingsRow } from '../repository'

/** What a customer wants to be told. */
export type Preferences = Omit<SettingsRow, 'customerId' | 'updatedAt'>

const DEFAULT_THRESHOLD_NANOS = 5_000_000_000n

const defaults: Preferences = {
  lowBalance: true,
  thresholdNanos: DEFAULT_THRESHOLD_NANOS,
  keyLimits: true,
  email: true,
  emailAddress: null,
}

/** The defaults, for a customer that never changed any. */
export function preferencesOf(row: SettingsRow | null | undefined): Preferences {
  return row ?? defaults
}
