import { type Limited, listAllLimited } from '@/lib/account/api-keys/spend'
import { recordAction, systemActor } from '@/lib/account/organizations/audit'
import { type ChangedBalance, listChangedBalances } from '@/lib/money/ledger/balance'
import { type KeySpend, periodStart, readKeySpend, spentThisPeriod } from '@/lib/money/ledger/quota'
import { listFailedTopUps } from '@/lib/money/orders/auto-top-up'
import { clock } from '@/lib/platform/clock'
import { formatUsd } from '@/lib/platform/money'
import { inTransaction } from '@/lib/platform/transaction'
import { type Preferences, preferencesOf } from './presenter'
import {
  deleteLowBalances,
  findSettingsOf,
  findWatermark,
  insertLowBalance,
  listAlertedSubjects,
  listLowBalances,
  raiseWatermark,
} from './repository'
import { ALERT_LEVELS, type AlertContent } from './schema'
import { createAlert } from './send-alert'

const BALANCES = 'balances'
const PAGE = 1000
/** A change has the time at which its transaction begins, but is visible only when it ends. So the checks overlap. */
const OVERLAP_MILLIS = 5 * 60 * 1000
/** A task settles days after its key was used, at the latest. */
const KEY_USE_MILLIS = 4 * 24 * 3600 * 1000

/** Checks spending since the last run and alerts customers. May run concurrently. */
export async function watchSpending(): Promise<void> {
  await watchChangedBalances()
  await watchAllLimits()
  await watchTopUps()
}

const TOP_UP_MILLIS = 24 * 3600 * 1000

/** Alerts customers whose automatic top-up was turned off by a failed charge, once per order. */
async function watchTopUps(): Promise<void> {
  const failed = await listFailedTopUps(new Date(clock.now().getTime() - TOP_UP_MILLIS))
  const preferencesFor = await readPreferences(failed.map(({ customerId }) => customerId))
  for (const { customerId, orderId, amount, failure } of failed) {
    const data = { order_id: orderId, currency: 'USD', amount, reason: failure } as const
    const content = { event: 'top_up.failed', data } as const
    const alert = { customerId, subject: orderId, content, preferences: preferencesFor(customerId) }
    const line = {
      customerId,
      actor: systemActor,
      action: 'auto_top_up.switch_off',
      targetId: orderId,
    } as const
    await inTransaction(async (transaction) => {
      if (await createAlert(alert, transaction)) await recordAction(line, transaction)
    })
  }
}

/** The alert settings of each of these customers. */
export async function readPreferences(customerIds: string[]): Promise<(customerId: string) => Preferences> {
  const rows = new Map((await findSettingsOf(customerIds)).map((row) => [row.customerId, row]))
  return (customerId) => preferencesOf(rows.get(customerId))
}

async function watchChangedBalances(): Promise<void> {
  const seenUntil = await findWatermark(BALANCES)
  const after = new Date(Math.max(0, (seenUntil?.getTime() ?? 0) - OVERLAP_MILLIS))
  let newest = seenUntil
  let page: ChangedBalance[]
  let last = ''
  do {
    page = await listChangedBalances(after, last, PAGE)
    await watchBalances(page)
    for (const { updatedAt } of page) if (newest === null || updatedAt > newest) newest = updatedAt
    last = page.at(-1)?.customerId ?? last
  } while (page.length === PAGE)
  if (newest !== null) await raiseWatermark(BALANCES, newest)
}

async function watchAllLimits(): Promise<void> {
  const usedSince = new Date(clock.now().getTime() - KEY_USE_MILLIS)
  let last = ''
  for (;;) {
    const page = await listAllLimited(usedSince, last, PAGE)
    await watchLimits(page)
    last = page.at(-1)?.id ?? last
    if (page.length < PAGE) return
  }
}

type SettledBalance = { customerId: string; balanceNanos: bigint }

/**
 * Alerts customers whose balance is below their threshold, once until it has been above it again (or the alert was off).
 */
export async function watchBalances(balances: readonly SettledBalance[]): Promise<void> {
  const ids = balances.map(({ customerId }) => customerId)
  const preferencesFor = await readPreferences(ids)
  const alerted = await listLowBalances(ids)
  const recovered: string[] = []
  for (const settled of balances) {
    const { customerId, balanceNanos } = settled
    const preferences = preferencesFor(customerId)
    const isLow = preferences.lowBalance && balanceNanos < preferences.thresholdNanos
    if (isLow && !alerted.has(customerId)) await alertLowBalance(settled, preferences)
    if (!isLow && alerted.has(customerId)) recovered.push(customerId)
  }
  if (recovered.length > 0) await deleteLowBalances(recovered)
}

async function alertLowBalance(
  { customerId, balanceNanos }: SettledBalance,
  preferences: Preferences,
): Promise<void> {
  const since = clock.now()
  const balance = formatUsd(balanceNanos)
  const threshold = formatUsd(preferences.thresholdNanos)
  await inTransaction(async (transaction) => {
    if (!(await insertLowBalance(customerId, since, transaction))) return
    const content = { event: 'balance.low', data: { currency: 'USD', balance, threshold } } as const
    await createAlert({ customerId, subject: since.toISOString(), content, preferences }, transaction)
  })
}

type Reached = { customerId: string; subject: string; content: AlertContent }

/** Alerts customers who have reached a level of a spending limit, once per limit, period and level. */
async function watchLimits(limits: readonly Limited[]): Promise<void> {
  const spend = await readKeySpend(limits.map(({ id }) => id))
  const reached = limits.flatMap((limit) => reachedBy(limit, spend.get(limit.id)) ?? [])
  const customerIds = [...new Set(reached.map(({ customerId }) => customerId))]
  const alerted = await listAlertedSubjects(
    [...new Set(reached.map(({ content }) => content.event))],
    customerIds,
    reached.map(({ subject }) => subject),
  )
  const preferencesFor = await readPreferences(customerIds)
  for (const alert of reached) {
    const preferences = preferencesFor(alert.customerId)
    if (!preferences.keyLimits || alerted.has(alert.subject)) continue
    await inTransaction((transaction) => createAlert({ ...alert, preferences }, transaction))
  }
}

/** The highest level that was reached in the current period. */
function reachedBy(limit: Limited, spend: KeySpend | undefined): Reached | undefined {
  const { kind, id, name, customerId, limitNanos, limitReset, timezone } = limit
  const now = clock.now()
  const start = periodStart(limitReset, now, timezone)
  const spentNanos = spentThisPeriod(limitReset, spend, now, timezone)
  const percent = ALERT_LEVELS.findLast(
    (level) => limitNanos > 0n && spentNanos * 100n >= limitNanos * BigInt(level),
  )
  if (percent === undefined) return undefined
  const period = start?.toISOString() ?? null
  const subject = [id, limitReset ?? 'never', period ?? '', limitNanos, percent].join(':')
  const data = {
    percent,
    currency: 'USD',
    spent: formatUsd(spentNanos),
    limit: formatUsd(limitNanos),
    limit_reset: limitReset,
    period_start: period,
  } as const
  const content =
    kind === 'key'
      ? ({ event: 'api_key.limit_reached', data: { api_key_id: id, api_key_name: name, ...data } } as const)
      : ({
          event: 'spend_limit.reached',
          data: { limit_source: `${kind}_limit`, id, name, ...data },
        } as const)
  return { customerId, subject, content }
}
