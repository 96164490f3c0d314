import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import { readDelivery } from './deliveries'
import { attemptJob } from './jobs'
import { findSettings, insertDelivery, listEndpointRows } from './repository'
import type { Delivery, TestWebhookRequest } from './schema'
import { checkUrl } from './webhooks'

type Callback = {
  customerId: string
  /** Checked by `checkOutboundUrl` when it was given, and again by every attempt. */
  url: string
  /** The body's `type`, such as `video.generation.completed`. */
  event: string
  taskId: string
  /** The task as the API returns it. */
  data: Readonly<Record<string, unknown>>
  /** The transaction that makes the event true: the callback is sent if it commits. */
  transaction: Transaction
}

/**
 * Queues a signed POST about a task. Idempotent per event and task. Returns whether it was new.
 */
export async function sendCallback({ transaction, ...callback }: Callback): Promise<boolean> {
  return (await createDelivery({ ...callback, subject: callback.taskId }, transaction)) !== undefined
}

type Alert = {
  customerId: string
  /** The body's `type`, such as `balance.low`. */
  event: string
  /** One event about one subject is sent once. */
  subject: string
  data: Readonly<Record<string, unknown>>
  /** Instead of the customer's alert URL and endpoints; null: nowhere. */
  url?: string | null
  /** The transaction that makes the event true. */
  transaction: Transaction
}

/**
 * Queues an event for the customer's alert URL and the endpoints that subscribe to it, or only for `url` if it is given.
 * Idempotent per event and subject.
 */
export async function sendAlert({ transaction, url: only, ...alert }: Alert): Promise<void> {
  const message = { ...alert, taskId: null }
  const url = only === undefined ? (await findSettings(alert.customerId, transaction))?.alertUrl : only
  if (url) await createDelivery({ ...message, url }, transaction)
  if (only !== undefined) return
  for (const { id, url, events, isEnabled } of await listEndpointRows(alert.customerId, transaction))
    if (isEnabled && events.includes(alert.event))
      await createDelivery({ ...message, url, subject: `${alert.subject}:${id}` }, transaction)
}

const data = { message: 'This is a test event. Your webhook works.' }

/** Sends a signed test event to a URL in one attempt. Returns the delivery; it has the outcome later. */
export async function sendTest(caller: Caller, { url }: TestWebhookRequest): Promise<Delivery> {
  await checkUrl('url', url)
  const { customerId } = caller
  const message = { customerId, url, event: TEST_EVENT, taskId: null, subject: undefined, data }
  const id = await inTransaction((transaction) => createDelivery(message, transaction))
  return readDelivery(caller, id ?? '')
}

type Message = {
  customerId: string
  url: string
  event: string
  taskId: string | null
  /** Undefined: every event is unique. */
  subject: string | undefined
  data: Readonly<Record<string, unknown>>
}

/** Records a delivery and queues its first attempt. Returns its id; undefined if the event already has one. */
async function createDelivery(
  { customerId, url, event, taskId, subject, data }: Message,
  transaction: Transaction,
): Promise<string | undefined> {
  const id = newId('msg')
  const now = clock.now()
  const body = JSON.stringify({ type: event, timestamp: now.toISOString(), data })
  const eventKey = `${event}:${subject ?? id}`
  const row = { id, customerId, eventKey, event, taskId, url, body, nextAttemptAt: now, createdAt: now }
  if (!(await insertDelivery(row, transaction))) return undefined
  await enqueue(attemptJob, { deliveryId: id, number: 1 }, { transaction, group: customerId })
  return id
}

/** The event of a test, which has one attempt. */
export const TEST_EVENT = 'webhook.test'
