import type { Caller } from '@/lib/platform/caller'
import { openSecrets } from './internal/secrets'
import { toWebhookSettings } from './presenter'
import type { WebhookSettings } from './schema'

/**
 * The secret that signs the customer's callbacks, the one before while it still does, and where alerts go. Whoever could
 * rotate the secret may see it.
 */
export async function readWebhooks(caller: Caller): Promise<WebhookSettings> {
  const isSealed = caller.apiKey !== null && !caller.apiKey.scopes.includes('account:write')
  return toWebhookSettings(await openSecrets(caller.customerId), isSealed)
}
