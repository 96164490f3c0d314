import { readContact } from '@/lib/identity/customers'
import type { Caller } from '@/lib/platform/caller'
import { preferencesOf } from './internal/preferences-of'
import { toAlertSettings } from './presenter'
import { findSettings } from './repository'
import type { AlertSettingsReply } from './schema'

/** What the customer is told, and where mail about it goes. */
export async function readAlertSettings({ customerId }: Caller): Promise<AlertSettingsReply> {
  const [row, contact] = await Promise.all([findSettings(customerId), readContact(customerId)])
  return toAlertSettings(preferencesOf(row), contact?.email ?? null)
}
