'use client'

import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { updateAlertsMutation } from '@/lib/alerts/queries'
import type { AlertSettingsReply, UpdateAlertsRequest } from '@/lib/alerts/schema'

/** The switches of the alerts: each shows its new place at once, and goes back when it cannot be saved. */
export function useSwitches(settings: AlertSettingsReply) {
  const change = useMutation(updateAlertsMutation())
  const wanted: UpdateAlertsRequest = change.isPending ? change.variables : {}
  return {
    shown: {
      lowBalance: wanted.low_balance?.enabled ?? settings.low_balance.enabled,
      keyLimits: wanted.key_limits?.enabled ?? settings.key_limits.enabled,
      email: wanted.email?.enabled ?? settings.email.enabled,
    },
    set: (changes: UpdateAlertsRequest) =>
      change.mutate(changes, { onError: (error) => toast.error(error.message) }),
  }
}
