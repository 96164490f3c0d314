/**
 * Alerts: a customer is alerted once when its balance falls below its threshold, when an API key, a project, a member or the
 * organization has used 50, 80 or 100 % of its limit in the current period, when automatic top-up is turned off because a charge failed, and when a model that it used is
 * about to end. By email, and as a signed
 * webhook. A check runs every minute; no request waits for it. Operators are alerted in the same way of problems with the
 * installation.
 */
import { z } from 'zod'
import { UsdAmount, UsdString } from '@/lib/money/ledger/schema'
import { OrderFailure } from '@/lib/money/orders/orders-schema'
import { emailField, leftOpen, sentBack } from '@/lib/platform/fields'

/** Percentages of a spending limit at which its customer is alerted. */
export const ALERT_LEVELS = [50, 80, 100] as const

export const AlertSettingsReply = z.object({
  low_balance: z.object({ enabled: z.boolean(), threshold_usd: UsdString }),
  /** Of keys, projects, members and the organization. */
  key_limits: z.object({ enabled: z.boolean() }),
  email: z.object({
    enabled: z.boolean(),
    /** By default the email of the person who signed up. */
    address: z.string().nullable(),
    /** Whether this installation can send mail. */
    available: z.boolean(),
  }),
})
export type AlertSettingsReply = z.infer<typeof AlertSettingsReply>

const enabled = leftOpen(z.boolean()).optional()
const { shape } = AlertSettingsReply

export const UpdateAlertsRequest = z.strictObject({
  low_balance: leftOpen(
    z.strictObject({ enabled, threshold_usd: leftOpen(UsdAmount).optional() }),
  ).optional(),
  key_limits: leftOpen(z.strictObject({ enabled })).optional(),
  /** `address: null` goes back to the default. */
  email: leftOpen(
    sentBack(z.strictObject({ enabled, address: emailField().nullable().optional() }), shape.email),
  ).optional(),
})
export type UpdateAlertsRequest = z.input<typeof UpdateAlertsRequest>

export const LowBalanceData = z.object({
  currency: z.literal('USD'),
  balance: UsdString,
  threshold: UsdString,
})
export type LowBalanceData = z.infer<typeof LowBalanceData>

const limitData = {
  percent: z.union([z.literal(50), z.literal(80), z.literal(100)]),
  currency: z.literal('USD'),
  spent: UsdString,
  limit: UsdString,
  limit_reset: z.enum(['daily', 'weekly', 'monthly']).nullable(),
  /** Null for a limit that never resets. */
  period_start: z.iso.datetime().nullable(),
}
export const KeyLimitData = z.object({ api_key_id: z.string(), api_key_name: z.string(), ...limitData })

/** A limit of several keys together. */
export const SpendLimitData = z.object({
  /** As in the 402 that it causes. */
  limit_source: z.enum(['project_limit', 'member_limit', 'organization_limit']),
  /** Of the project, the member or the organization. */
  id: z.string(),
  name: z.string(),
  ...limitData,
})

/** The customer id of alerts for operators. */
export const INSTALLATION = 'installation'

/** Events that operators are alerted of. */
export const OperatorEvent = z.enum([
  'provider.down',
  'provider.breaker_opened',
  'provider.balance_low',
  'queue.stalled',
  'ledger.differs',
  'price.changed',
  'price.below_cost',
  'price.list_unreadable',
  'catalog.new_models',
  'catalog.models_end',
])
export type OperatorEvent = z.infer<typeof OperatorEvent>

export const ConditionData = z.object({
  severity: z.enum(['danger', 'warning', 'info']),
  title: z.string(),
  /** The meaning, and what to do. */
  detail: z.string(),
  /** A page of the console. */
  action: z.object({ label: z.string(), path: z.string() }),
})
export type ConditionData = z.infer<typeof ConditionData>

export const OperatorAlertData = ConditionData.omit({ action: true }).extend({
  status: z.enum(['raised', 'resolved']),
  /** A provider's id, or a part of the installation. */
  subject: z.string(),
  since: z.iso.datetime(),
  action: z.object({ label: z.string(), url: z.string() }),
})
export type OperatorAlertData = z.infer<typeof OperatorAlertData>

/** Automatic top-up was turned off because the charge of this order failed. */
export const TopUpFailedData = z.object({
  order_id: z.string(),
  currency: z.literal('USD'),
  amount: UsdString,
  reason: OrderFailure,
})
export type TopUpFailedData = z.infer<typeof TopUpFailedData>

/** A model that the customer used in the last 30 days ends. */
export const ModelEndingData = z.object({
  model_id: z.string(),
  model_name: z.string(),
  ends_on: z.iso.date(),
})
export type ModelEndingData = z.infer<typeof ModelEndingData>

/** `event` and `data` of an alert are `type` and `data` of its webhook. */
export const AlertContent = z.discriminatedUnion('event', [
  z.object({ event: OperatorEvent, data: OperatorAlertData }),
  z.object({ event: z.literal('balance.low'), data: LowBalanceData }),
  z.object({ event: z.literal('api_key.limit_reached'), data: KeyLimitData }),
  z.object({ event: z.literal('spend_limit.reached'), data: SpendLimitData }),
  z.object({ event: z.literal('top_up.failed'), data: TopUpFailedData }),
  z.object({ event: z.literal('model.ending'), data: ModelEndingData }),
])
export type AlertContent = z.infer<typeof AlertContent>

const timestamp = z.iso.datetime()

/** The bodies posted to a customer's alert URL. */
export const BalanceLowEvent = z.object({ type: z.literal('balance.low'), timestamp, data: LowBalanceData })
export const KeyLimitEvent = z.object({
  type: z.literal('api_key.limit_reached'),
  timestamp,
  data: KeyLimitData,
})
export const SpendLimitEvent = z.object({
  type: z.literal('spend_limit.reached'),
  timestamp,
  data: SpendLimitData,
})
export const TopUpFailedEvent = z.object({
  type: z.literal('top_up.failed'),
  timestamp,
  data: TopUpFailedData,
})
export const ModelEndingEvent = z.object({
  type: z.literal('model.ending'),
  timestamp,
  data: ModelEndingData,
})
