import { isMailAvailable } from '@/lib/platform/mail'
import { formatUsd } from '@/lib/platform/money'
import type { SettingsRow } from './repository'
import type { AlertSettingsReply } from './schema'

/** The alert settings of a customer. */
export type Preferences = Omit<SettingsRow, 'customerId' | 'updatedAt'>

const DEFAULT_THRESHOLD_NANOS = 5_000_000_000n

const defaults: Preferences = {
  lowBalance: true,
  thresholdNanos: DEFAULT_THRESHOLD_NANOS,
  keyLimits: true,
  email: true,
  emailAddress: null,
}

/** The stored settings, or the defaults. */
export function preferencesOf(row: SettingsRow | null | undefined): Preferences {
  return row ?? defaults
}

export function toAlertSettings(preferences: Preferences, contactAddress: string | null): AlertSettingsReply {
  return {
    low_balance: { enabled: preferences.lowBalance, threshold_usd: formatUsd(preferences.thresholdNanos) },
    key_limits: { enabled: preferences.keyLimits },
    email: {
      enabled: preferences.email,
      address: preferences.emailAddress ?? contactAddress,
      available: isMailAvailable(),
    },
  }
}
