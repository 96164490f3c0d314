import type { z } from 'zod'
import { readContact } from '@/lib/account/identity/customers'
import { readSettledBalance } from '@/lib/money/ledger/balance'
import type { Caller } from '@/lib/platform/caller'
import { parseUsd } from '@/lib/platform/money'
import { preferencesOf, toAlertSettings } from './presenter'
import { findSettings, saveSettings } from './repository'
import type { AlertSettingsReply, UpdateAlertsRequest } from './schema'
import { watchBalances } from './watch-spending'

export { eraseAlertsOf } from './repository'

/** The customer's alert settings. */
export async function readAlertSettings({ customerId }: Caller): Promise<AlertSettingsReply> {
  const [row, contact] = await Promise.all([findSettings(customerId), readContact(customerId)])
  return toAlertSettings(preferencesOf(row), contact?.email ?? null)
}

/** Changes the given fields only. A balance that is below the new threshold is alerted at once. */
export async function updateAlertSettings(
  caller: Caller,
  input: z.output<typeof UpdateAlertsRequest>,
): Promise<AlertSettingsReply> {
  const { low_balance: low, key_limits: keys, email } = input
  const thresholdNanos = low?.threshold_usd === undefined ? undefined : parseUsd(low.threshold_usd)
  await saveSettings(caller.customerId, {
    ...(low?.enabled !== undefined && { lowBalance: low.enabled }),
    ...(thresholdNanos !== undefined && { thresholdNanos }),
    ...(keys?.enabled !== undefined && { keyLimits: keys.enabled }),
    ...(email?.enabled !== undefined && { email: email.enabled }),
    ...(email?.address !== undefined && { emailAddress: email.address }),
  })
  const settled = await readSettledBalance(caller.customerId)
  if (low !== undefined && settled !== null) await watchBalances([settled])
  return readAlertSettings(caller)
}
