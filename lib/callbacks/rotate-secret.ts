import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { generateSecret, openSecrets, readSecrets, sealSecret } from './internal/secrets'
import { toWebhookSettings } from './presenter'
import { changeSettings, type SettingsRow } from './repository'
import type { WebhookSettings } from './schema'

const BOTH_SIGN_MILLIS = 24 * 3600 * 1000
/** A signature each, in one header. */
const MOST_FORMER_SECRETS = 10

/** Gives the customer a new secret. Each one before it signs beside it until its own 24 hours are over. */
export async function rotateSecret(caller: Caller): Promise<WebhookSettings> {
  const { customerId } = caller
  await openSecrets(customerId)
  const row = await changeSettings(customerId, (before) => ({
    sealedSecret: sealSecret(customerId, generateSecret()),
    formerSecrets: formerSecretsAfter(before, clock.now()),
  }))
  const secrets = readSecrets(row)
  if (secrets === undefined) throw new Error('a secret that was just sealed does not open')
  return toWebhookSettings(secrets)
}

/** The present one gets its time; those that still have some keep it, except the oldest where there would be too many. */
function formerSecretsAfter({ sealedSecret, formerSecrets }: SettingsRow, now: Date) {
  const stays = formerSecrets.filter(({ expiresAt }) => expiresAt > now).slice(0, MOST_FORMER_SECRETS - 1)
  const ended = formerSecrets.filter((secret) => !stays.includes(secret))
  return {
    deleteMany: { sealedSecret: { in: ended.map((secret) => secret.sealedSecret) } },
    create: [{ sealedSecret, expiresAt: new Date(now.getTime() + BOTH_SIGN_MILLIS) }],
  }
}
