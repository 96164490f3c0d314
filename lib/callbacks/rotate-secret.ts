import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { generateSecret, openSecrets, readSecrets, sealSecret } from './internal/secrets'
import { toWebhookSettings } from './presenter'
import { changeSettings } from './repository'
import type { WebhookSettings } from './schema'

const BOTH_SIGN_MILLIS = 24 * 3600 * 1000

/** Gives the customer a new secret. The old one signs beside it for 24 hours; one older than that ends now. */
export async function rotateSecret(caller: Caller): Promise<WebhookSettings> {
  const { customerId } = caller
  await openSecrets(customerId)
  const row = await changeSettings(customerId, (before) => ({
    sealedSecret: sealSecret(customerId, generateSecret()),
    sealedPreviousSecret: before.sealedSecret,
    previousExpiresAt: new Date(clock.now().getTime() + BOTH_SIGN_MILLIS),
  }))
  const secrets = readSecrets(row)
  if (secrets === undefined) throw new Error('a secret that was just sealed does not open')
  return toWebhookSettings(secrets)
}
