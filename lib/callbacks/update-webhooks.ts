import type { Caller } from '@/lib/platform/caller'
import { checkUrl } from './internal/check-url'
import { openSecrets } from './internal/secrets'
import { toWebhookSettings } from './presenter'
import { changeSettings } from './repository'
import type { UpdateWebhooksRequest, WebhookSettings } from './schema'

/** Sets where alerts go; null turns them off. Without the field nothing changes. */
export async function updateWebhooks(caller: Caller, input: UpdateWebhooksRequest): Promise<WebhookSettings> {
  const { alert_url: alertUrl } = input
  if (typeof alertUrl === 'string') await checkUrl('alert_url', alertUrl)
  const secrets = await openSecrets(caller.customerId)
  if (alertUrl === undefined) return toWebhookSettings(secrets)
  await changeSettings(caller.customerId, () => ({ alertUrl }))
  return toWebhookSettings({ ...secrets, alertUrl })
}
