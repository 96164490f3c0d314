import type { Caller } from '@/lib/platform/caller'
import { openSecrets } from './internal/secrets'
import { toWebhookSettings } from './presenter'
import type { WebhookSettings } from './schema'

/** The secret that signs the customer's callbacks, the one before while it still does, and where alerts go. */
export async function readWebhooks(caller: Caller): Promise<WebhookSettings> {
  return toWebhookSettings(await openSecrets(caller.customerId))
}
