import { isMailAvailable } from '@/lib/platform/mail'
import { formatUsd } from '@/lib/platform/money'
import type { Preferences } from './internal/preferences-of'
import type { AlertSettingsReply } from './schema'

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
