import type { LimitedKey } from '@/lib/api-keys/list-limited-keys'
import { type KeySpend, periodStart, readKeySpend, spentThisPeriod } from '@/lib/billing/key-spend'
import { clock } from '@/lib/platform/clock'
import { formatUsd } from '@/lib/platform/money'
import { findSettingsOf, inTransaction, listAlertedSubjects } from '../repository'
import { ALERT_LEVELS, type AlertContent } from '../schema'
import { createAlert } from './create-alert'
import { preferencesOf } from './preferences-of'

const EVENT = 'api_key.limit_reached'

type Reached = { customerId: string; subject: string; content: AlertContent }

/** Tells customers whose keys have used 50, 80 or 100 % of their limit, once for each key, limit, period and level. */
export async function watchKeys(keys: readonly LimitedKey[]): Promise<void> {
  const spend = await readKeySpend(keys.map(({ id }) => id))
  const reached = keys.flatMap((key) => reachedBy(key, spend.get(key.id)) ?? [])
  const customerIds = [...new Set(reached.map(({ customerId }) => customerId))]
  const alerted = await listAlertedSubjects(
    EVENT,
    customerIds,
    reached.map(({ subject }) => subject),
  )
  const settings = new Map((await findSettingsOf(customerIds)).map((row) => [row.customerId, row]))
  for (const alert of reached) {
    const preferences = preferencesOf(settings.get(alert.customerId))
    if (!preferences.keyLimits || alerted.has(alert.subject)) continue
    await inTransaction((transaction) => createAlert(alert, preferences, transaction))
  }
}

/** The highest level that the key has reached in the present period. */
function reachedBy(key: LimitedKey, spend: KeySpend | undefined): Reached | undefined {
  const { id, name, customerId, limitNanos, limitReset } = key
  const now = clock.now()
  const start = periodStart(limitReset, now)
  const spentNanos = spentThisPeriod(limitReset, spend, now)
  const percent = ALERT_LEVELS.findLast(
    (level) => limitNanos > 0n && spentNanos * 100n >= limitNanos * BigInt(level),
  )
  if (percent === undefined) return undefined
  const period = start?.toISOString() ?? null
  const subject = [id, limitReset ?? 'never', period ?? '', limitNanos, percent].join(':')
  const data = {
    api_key_id: id,
    api_key_name: name,
    percent,
    currency: 'USD',
    spent: formatUsd(spentNanos),
    limit: formatUsd(limitNanos),
    limit_reset: limitReset,
    period_start: period,
  } as const
  return { customerId, subject, content: { event: EVENT, data } }
}
