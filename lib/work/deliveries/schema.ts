/**
 * A callback is one event that is sent to a customer's own server by a signed POST (Standard Webhooks). A delivery is
 * the sending of that event to one URL: attempts follow a schedule until one is answered with 2xx (`delivered`), the
 * receiver answers 410 or the schedule ends (`failed`). Each customer has one secret that signs everything it gets.
 */
import { z } from 'zod'
import { itemsReply, leftOpen, listReply, queryNumber, sentBack } from '@/lib/platform/fields'

const printable = /^[^\p{Cc}]*$/u

export const DeliveryStatus = z.enum(['pending', 'delivered', 'failed'])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

export const HeaderRecord = z.record(z.string(), z.string())
export type HeaderRecord = z.infer<typeof HeaderRecord>

export const DeliveryAttempt = z.object({
  number: z.number().int(),
  at: z.iso.datetime(),
  /** Null when there was no answer. */
  status_code: z.number().int().nullable(),
  duration_ms: z.number().int(),
  /** Why it did not succeed; null when it did. */
  error: z.string().nullable(),
  /** The beginning of the answer's body; null when there was no answer. */
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
  /** The text that each attempt sends. */
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

/** The delivery in a URL. Any text: what cannot be an id is not found, like any unknown one. */
export const DeliveryParams = z.object({ id: z.string() })

export const WebhookSettings = z.object({
  /** Only its last four characters for a key without the scope `account:write`; so too `previous_secret`. */
  secret: z.string(),
  /** The newest that was replaced, which signs as well until `previous_expires_at`; null when nothing was rotated lately. */
  previous_secret: z.string().nullable(),
  previous_expires_at: z.iso.datetime().nullable(),
  /** Where alerts go; null: nowhere. */
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

/** What an endpoint may subscribe to. Events of a task go to the callback URL of that task. */
export const AccountEvent = z.enum(['balance.low', 'api_key.limit_reached', 'top_up.failed'])
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

export const DeletedEndpoint = z.object({
  id: z.string(),
  object: z.literal('webhook_endpoint'),
  deleted: z.literal(true),
})
