import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { generateSecret } from './generate-secret'
import { changeKey } from './internal/change-key'
import { formerSecretsAfter } from './internal/former-secrets-after'
import { checkMayGrant, checkMayHandOutKeys } from './internal/may-grant'
import { presentKey } from './internal/present-key'
import { secretColumns } from './internal/secret-columns'
import type { CreatedApiKey, RotateRequest } from './schema'

/**
 * Gives a key a new secret. Each one before it works until the grace that it was given ends; a rotation without grace ends
 * them all, since whoever asks for that wants nothing but the new one to work.
 */
export async function rotateKey(caller: Caller, id: string, input: RotateRequest): Promise<CreatedApiKey> {
  await checkMayHandOutKeys(caller)
  const secret = generateSecret()
  const row = await changeKey(caller, id, (before) => {
    // Whoever rotates a key learns its new secret, and with it all that the key may do.
    checkMayGrant(caller, before.scopes)
    return {
      ...secretColumns(secret),
      formerSecrets: formerSecretsAfter(before, input.grace_seconds, clock.now()),
    }
  })
  return { ...(await presentKey(row)), key: secret }
}
