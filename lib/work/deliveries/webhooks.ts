import { type Caller, isAllowed } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { checkOutboundUrl } from '@/lib/platform/safe-fetch/outbound-url'
import { toWebhookSettings } from './presenter'
import { changeSettings, type SettingsRow } from './repository'
import type { UpdateWebhooksRequest, WebhookSettings } from './schema'
import { generateSecret, openSecrets, readSecrets, sealSecret } from './signing-secrets'

/**
 * The customer's signing secret, the previous one while it also signs, and the alert URL. The secrets are masked for who may not
 * rotate them: by the role, or by the key's scopes.
 */
export async function readWebhooks(caller: Caller): Promise<WebhookSettings> {
  const { apiKey } = caller
  const isMasked =
    (apiKey && !apiKey.scopes.includes('account:write')) || !isAllowed(caller, 'settings.manage')
  return toWebhookSettings(await openSecrets(caller.customerId), isMasked)
}

/** Sets the alert URL; null turns alerts off. Without the field, nothing changes. */
export async function updateWebhooks(caller: Caller, input: UpdateWebhooksRequest): Promise<WebhookSettings> {
  const { alert_url: alertUrl } = input
  const secrets = await openSecrets(caller.customerId)
  if (typeof alertUrl === 'string' && alertUrl !== secrets.alertUrl) await checkUrl('alert_url', alertUrl)
  if (alertUrl === undefined) return toWebhookSettings(secrets)
  await changeSettings(caller.customerId, () => ({ alertUrl }))
  return toWebhookSettings({ ...secrets, alertUrl })
}

/** Throws `invalid_parameter` for `param` if webhooks may not be sent to the URL. */
export async function checkUrl(param: string, url: string): Promise<void> {
  const refusal = await checkOutboundUrl(url)
  if (refusal === undefined) return
  const hint = /public addresses|must be https/.test(refusal)
    ? ' For development, OUTBOUND_ALLOW allows hosts such as localhost:3001, also over plain http.'
    : ''
  throw new AppError('invalid_parameter', { param, message: `${refusal}${hint}` })
}

const BOTH_SIGN_MILLIS = 24 * 3600 * 1000
/** Each adds a signature to one header. */
const MAX_FORMER_SECRETS = 10

/** Generates a new secret. Each former one also signs until its 24 hours are over. */
export async function rotateSecret(caller: Caller): Promise<WebhookSettings> {
  const { customerId } = caller
  await openSecrets(customerId)
  const row = await changeSettings(customerId, (before) => ({
    sealedSecret: sealSecret(customerId, generateSecret()),
    formerSecrets: formerSecretsAfter(before, clock.now()),
  }))
  const secrets = readSecrets(row)
  if (secrets === undefined) throw new Error('the new secret cannot be read')
  return toWebhookSettings(secrets)
}

/** The current secret gets 24 hours; others keep theirs, except the oldest if there would be too many. */
function formerSecretsAfter({ sealedSecret, formerSecrets }: SettingsRow, now: Date) {
  const remaining = formerSecrets.filter(({ expiresAt }) => expiresAt > now).slice(0, MAX_FORMER_SECRETS - 1)
  const ended = formerSecrets.filter((secret) => !remaining.includes(secret))
  return {
    deleteMany: { sealedSecret: { in: ended.map((secret) => secret.sealedSecret) } },
    create: [{ sealedSecret, expiresAt: new Date(now.getTime() + BOTH_SIGN_MILLIS) }],
  }
}
