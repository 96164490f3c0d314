import type { DeliveryRow } from './repository'
import { type Delivery, DeliveryStatus, HeaderRecord, type WebhookSettings } from './schema'
import type { Secrets } from './signing-secrets'

export function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    event: row.event,
    task_id: row.taskId,
    url: row.url,
    status: DeliveryStatus.parse(row.status),
    attempts: row.attempts.map((attempt) => ({
      number: attempt.number,
      at: attempt.at.toISOString(),
      status_code: attempt.statusCode,
      duration_ms: attempt.durationMillis,
      error: attempt.error,
      response: attempt.responseHead,
      request_headers: HeaderRecord.parse(attempt.requestHeaders),
      response_headers: HeaderRecord.nullable().parse(attempt.responseHeaders),
    })),
    next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    request_body: row.body,
  }
}

/** `isMasked`: for a key that may only read: with the secret it could forge callbacks to the customer's server. */
export function toWebhookSettings({ current, former, alertUrl }: Secrets, isMasked = false): WebhookSettings {
  const [previous] = former
  const shown = (secret: string) => (isMasked ? `whsec_****${secret.slice(-4)}` : secret)
  return {
    secret: shown(current),
    previous_secret: previous ? shown(previous.secret) : null,
    previous_expires_at: previous?.expiresAt.toISOString() ?? null,
    alert_url: alertUrl,
  }
}
