'use client'

import { useMutation } from '@tanstack/react-query'
import { SavedField } from '@/components/forms/saved-field'
import { SwitchRow } from '@/components/forms/switch-row'
import { updateAlertsMutation } from '@/lib/alerts/queries'
import type { AlertSettingsReply } from '@/lib/alerts/schema'
import { useSwitches } from './use-switches'

/** Of what: a balance that runs low, keys that use up their limits. */
export function AlertEvents({ settings }: { settings: AlertSettingsReply }) {
  const { set, shown } = useSwitches(settings)
  const update = useMutation(updateAlertsMutation())
  return (
    <div className="flex flex-col gap-5 p-4">
      <div className="flex flex-col gap-3">
        <SwitchRow
          label="Low balance"
          hint="Once each time the balance falls below this amount"
          checked={shown.lowBalance}
          onCheckedChange={(enabled) => set({ low_balance: { enabled } })}
        />
        <SavedField
          label="Low balance threshold"
          hideLabel
          prefix="$"
          inputMode="decimal"
          className="max-w-40"
          value={trimAmount(settings.low_balance.threshold_usd)}
          disabled={!shown.lowBalance}
          onSave={(usd) => update.mutateAsync({ low_balance: { threshold_usd: usd.replace(',', '.') } })}
        />
      </div>
      <SwitchRow
        label="API key limits"
        hint="When a key has used 50%, 80% and 100% of its spending limit, once in each period"
        checked={shown.keyLimits}
        onCheckedChange={(enabled) => set({ key_limits: { enabled } })}
      />
    </div>
  )
}

/** `5.000000` as people write it: `5.00`. */
function trimAmount(usd: string): string {
  return usd.replace(/(\.\d\d\d*?)0+$/, '$1')
}
