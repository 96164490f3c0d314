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
import { type Preferences, preferencesOf } from './preferences-of'

export type SettledBalance = { customerId: string; balanceNanos: bigint }

/**
 * Tells customers whose balance is below their threshold, once for each fall. Whoever is above it (or wants no such
 * alert) may be told again at the next fall.
 */
export async function watchBalances(balances: readonly SettledBalance[]): Promise<void> {
  const ids = balances.map(({ customerId }) => customerId)
  const settings = new Map((await findSettingsOf(ids)).map((row) => [row.customerId, row]))
  const alerted = await listLowBalances(ids)
  const recovered: string[] = []
  for (const settled of balances) {
    const { customerId, balanceNanos } = settled
    const preferences = preferencesOf(settings.get(customerId))
    const isLow = preferences.lowBalance && balanceNanos < preferences.thresholdNanos
    if (isLow && !alerted.has(customerId)) await tell(settled, preferences)
    if (!isLow && alerted.has(customerId)) recovered.push(customerId)
  }
  if (recovered.length > 0) await deleteLowBalances(recovered)
}

async function tell({ customerId, balanceNanos }: SettledBalance, preferences: Preferences): Promise<void> {
  const since = clock.now()
  const balance = formatUsd(balanceNanos)
  const threshold = formatUsd(preferences.thresholdNanos)
  await inTransaction(async (transaction) => {
    if (!(await insertLowBalance(customerId, since, transaction))) return
    const content = { event: 'balance.low', data: { currency: 'USD', balance, threshold } } as const
    await createAlert({ customerId, subject: since.toISOString(), content }, preferences, transaction)
  })
}
