import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { newId } from '@/lib/platform/ids'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import {
  type ConditionRow,
  deleteCondition,
  listConditions,
  raiseCondition,
  saveCondition,
} from './repository'
import { ConditionData, INSTALLATION, type OperatorAlertData, OperatorEvent } from './schema'
import { createAlert } from './send-alert'

/**
 * A problem with the installation. Checks in any process report the conditions that they find on each run. Operators are alerted
 * once a condition has lasted, and again when it has not been reported for a while. So an intermittent condition is one
 * alert.
 */
export type Condition = ConditionData & { event: OperatorEvent; subject: string }

type Rule = {
  /** How long it must last before operators are alerted. */
  raiseMillis: number
  /** How long it must not have been reported to be resolved. */
  resolveMillis: number
  /** A single event: its resolution is not reported. */
  isMoment?: boolean
}

const MINUTE = 60_000
/** Checks are a minute apart, and one may be late. */
const MISSED_MILLIS = 2.5 * MINUTE

const rules: Readonly<Record<OperatorEvent, Rule>> = {
  'provider.down': { raiseMillis: 2 * MINUTE, resolveMillis: 10 * MINUTE },
  'provider.breaker_opened': { raiseMillis: 0, resolveMillis: 15 * MINUTE },
  'provider.balance_low': { raiseMillis: 0, resolveMillis: MISSED_MILLIS },
  'queue.stalled': { raiseMillis: 2 * MINUTE, resolveMillis: 5 * MINUTE },
  'ledger.differs': { raiseMillis: 0, resolveMillis: MISSED_MILLIS },
  'price.changed': { raiseMillis: 0, resolveMillis: MISSED_MILLIS, isMoment: true },
  // Reported once a day; a reading may be missed.
  'price.below_cost': { raiseMillis: 0, resolveMillis: 49 * 60 * MINUTE },
  'price.list_unreadable': { raiseMillis: 0, resolveMillis: 49 * 60 * MINUTE },
  'catalog.new_models': { raiseMillis: 0, resolveMillis: 73 * 60 * MINUTE, isMoment: true },
  'catalog.models_end': { raiseMillis: 0, resolveMillis: 10 * MINUTE, isMoment: true },
}

/** Records current conditions. Those that have lasted long enough are raised once, however many processes check. */
export async function recordConditions(found: readonly Condition[]): Promise<void> {
  for (const { event, subject, ...data } of found) {
    const row = await saveCondition({ event, subject, data, at: clock.now() })
    const lastedMillis = row.seenAt.getTime() - row.since.getTime()
    if (row.alertId === null && lastedMillis >= rules[event].raiseMillis) await raise(row)
  }
}

async function raise(row: ConditionRow): Promise<void> {
  const id = newId('alert')
  await inTransaction(async (transaction) => {
    if (!(await raiseCondition(row, id, transaction))) return
    await alertOperators(row, 'raised', id, transaction)
  })
}

/** By mail and webhook. A recurring condition is another alert. */
function alertOperators(
  row: ConditionRow,
  status: OperatorAlertData['status'],
  id: string,
  transaction: Transaction,
): Promise<boolean> {
  const occurrence = `${row.subject} ${row.since.toISOString()}`
  const subject = status === 'raised' ? occurrence : `${occurrence} ${status}`
  const content = contentOf(row, status)
  const url = env().OPERATOR_ALERT_URL ?? null
  const alert = { id, customerId: INSTALLATION, subject, content, url, preferences: { email: true } }
  return createAlert(alert, transaction)
}

/** Without events of newer versions. */
async function knownConditions() {
  return (await listConditions()).flatMap((row) => {
    const event = OperatorEvent.safeParse(row.event)
    return event.success ? [{ ...row, event: event.data }] : []
  })
}

/** Resolves conditions that have not been reported for long enough. */
export async function resolveConditions(): Promise<void> {
  for (const row of await knownConditions()) {
    const rule = rules[row.event]
    const unseenMillis = clock.now().getTime() - row.seenAt.getTime()
    if (unseenMillis < (row.alertId === null ? MISSED_MILLIS : rule.resolveMillis)) continue
    await inTransaction(async (transaction) => {
      if (!(await deleteCondition(row, transaction)) || row.alertId === null || rule.isMoment) return
      await alertOperators(row, 'resolved', newId('alert'), transaction)
    })
  }
}

function contentOf(row: ConditionRow, status: OperatorAlertData['status']) {
  const { action, ...data } = ConditionData.parse(row.data)
  const { label, path } = action
  return {
    event: OperatorEvent.parse(row.event),
    data: {
      ...data,
      status,
      subject: row.subject,
      since: row.since.toISOString(),
      action: { label, url: `${env().publicUrl}${path}` },
    },
  }
}

export type OpenCondition = Condition & { since: string; isRaised: boolean }

/** Unresolved conditions, newest first. `isRaised`: operators have been alerted. */
export async function listOpenConditions(): Promise<OpenCondition[]> {
  return (await knownConditions()).map(({ event, subject, since, alertId, data }) => ({
    ...ConditionData.parse(data),
    event,
    subject,
    since: since.toISOString(),
    isRaised: alertId !== null,
  }))
}
