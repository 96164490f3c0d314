import { clock } from '@/lib/platform/clock'
import { formatUsd } from '@/lib/platform/money'
import {
  deleteLowBalances,
  findSettingsOf,
  insertLowBalance,
  inTransaction,
  listLowBalances,
} from '../repository'
import { createAlert } from './create-alert'
import { type Preferences, preferencesOf } from './preferences'

export type Standing = { customerId: string; balanceNanos: bigint }

/**
 * Tells customers whose balance is below their threshold, once for each fall. Whoever is above it (or wants no such
 * alert) may be told again at the next fall.
 */
export async function watchBalances(standings: readonly Standing[]): Promise<void> {
  const ids = standings.map(({ customerId }) => customerId)
  const settings = new Map((await findSettingsOf(ids)).map((row) => [row.customerId, row]))
  const told = await listLowBalances(ids)
  const recovered: string[] = []
  for (const standing of standings) {
    const { customerId, balanceNanos } = standing
    const preferences = preferencesOf(settings.get(customerId))
    const isLow = preferences.lowBalance && balanceNanos < preferences.thresholdNanos
    if (isLow && !told.has(customerId)) await tell(standing, preferences)
    if (!isLow && told.has(customerId)) recovered.push(customerId)
  }
  if (recovered.length > 0) await deleteLowBalances(recovered)
}

async function tell({ customerId, balanceNanos }: Standing, preferences: Preferences): Promise<void> {
  const since = clock.now()
  const balance = formatUsd(balanceNanos)
  const threshold = formatUsd(preferences.thresholdNanos)
  await inTransaction(async (transaction) => {
    if (!(await insertLowBalance(customerId, since, transaction))) return
    const content = { event: 'balance.low', data: { currency: 'USD', balance, threshold } } as const
    await createAlert({ customerId, subject: since.toISOString(), content }, preferences, transaction)
  })
}
