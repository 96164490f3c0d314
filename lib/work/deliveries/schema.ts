/**
 * A callback is an event sent to a customer's server by a signed POST (Standard Webhooks). A delivery is one event for one URL:
 * attempts follow a schedule until the receiver responds with 2xx (`delivered`), or with 410, or the schedule ends (`failed`).
 * Each customer has one signing secret.
 */
import { z } from 'zod'
import { deletedReply, itemsReply, leftOpen, listReply, queryNumber, sentBack } from '@/lib/platform/fields'

const printable = /^[^\p{Cc}]*$/u

export const DeliveryStatus = z.enum(['pending', 'delivered', 'failed'])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

export const HeaderRecord = z.record(z.string(), z.string())
export type HeaderRecord = z.infer<typeof HeaderRecord>

export const DeliveryAttempt = z.object({
  number: z.number().int(),
  at: z.iso.datetime(),
  /** Null: no response. */
  status_code: z.number().int().nullable(),
  duration_ms: z.number().int(),
  /** Why it failed; null for a success. */
  error: z.string().nullable(),
  /** The beginning of the response body; null: no response. */
  response: z.string().nullable(),
  request_headers: HeaderRecord,
  response_headers: HeaderRecord.nullable(),
})
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>

export const Delivery = z.object({
  id: z.string(),
  event: z.string(),
  task_id: z.string().nullable(),
  url: z.string(),
  status: DeliveryStatus,
  attempts: z.array(DeliveryAttempt),
  next_attempt_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  /** The body of every attempt. */
  request_body: z.string(),
})
export type Delivery = z.infer<typeof Delivery>

export const DeliveryQuery = z.object({
  limit: queryNumber(1, 100, 20),
  cursor: z.string().default(''),
  status: DeliveryStatus.optional(),
  task_id: z.string().min(1).max(200).regex(printable, 'must not contain control characters').optional(),
})
export type DeliveryQuery = z.infer<typeof DeliveryQuery>

export const DeliveryPage = itemsReply(Delivery)
export type DeliveryPage = z.infer<typeof DeliveryPage>

/** Any text: an impossible id is answered as not found. */
export const DeliveryParams = z.object({ id: z.string() })

export const WebhookSettings = z.object({
  /** For a key without the scope `account:write`, only the last four characters; so is `previous_secret`. */
  secret: z.string(),
  /** The last replaced secret, which also signs until `previous_expires_at`; null: none. */
  previous_secret: z.string().nullable(),
  previous_expires_at: z.iso.datetime().nullable(),
  /** Null: no alerts are sent. */
  alert_url: z.string().nullable(),
})
export type WebhookSettings = z.infer<typeof WebhookSettings>

export const UpdateWebhooksRequest = sentBack(
  z.strictObject({ alert_url: z.string().nullable().optional() }),
  WebhookSettings,
)
export type UpdateWebhooksRequest = z.infer<typeof UpdateWebhooksRequest>

export const RotateSecretRequest = z.strictObject({})

export const TestWebhookRequest = z.strictObject({ url: z.string() })
export type TestWebhookRequest = z.infer<typeof TestWebhookRequest>

/** Events of the account, for endpoints. Events of a task go to the task's callback URL. */
export const AccountEvent = z.enum([
  'balance.low',
  'api_key.limit_reached',
  'spend_limit.reached',
  'top_up.failed',
  'model.ending',
])
export type AccountEvent = z.infer<typeof AccountEvent>

const events = z
  .array(AccountEvent)
  .min(1, 'must name at least one event')
  .refine((names) => new Set(names).size === names.length, 'must name each event once')

export const WebhookEndpoint = z.object({
  id: z.string(),
  object: z.literal('webhook_endpoint'),
  url: z.string(),
  events: z.array(z.string()),
  enabled: z.boolean(),
  created_at: z.iso.datetime(),
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

export const WebhookEndpointList = listReply(WebhookEndpoint)
export type WebhookEndpointList = z.infer<typeof WebhookEndpointList>

export const CreateEndpointRequest = z.strictObject({ url: z.string(), events })
export type CreateEndpointRequest = z.infer<typeof CreateEndpointRequest>

export const UpdateEndpointRequest = sentBack(
  z.strictObject({
    url: leftOpen(z.string()).optional(),
    events: leftOpen(events).optional(),
    enabled: leftOpen(z.boolean()).optional(),
  }),
  WebhookEndpoint,
)
export type UpdateEndpointRequest = z.infer<typeof UpdateEndpointRequest>

export const DeletedEndpoint = deletedReply('webhook_endpoint')
