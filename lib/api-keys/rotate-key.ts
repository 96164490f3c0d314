import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { generateSecret } from './generate-secret'
import { changeKey } from './internal/change-key'
import { checkMayGrant, checkMayHandOutKeys } from './internal/may-grant'
import { presentKey } from './internal/present-key'
import { secretColumns } from './internal/secret-columns'
import type { CreatedApiKey, RotateRequest } from './schema'

/** Gives a key a new secret. The old one works until the grace ends; one older than that ends now. */
export async function rotateKey(caller: Caller, id: string, input: RotateRequest): Promise<CreatedApiKey> {
  await checkMayHandOutKeys(caller)
  const secret = generateSecret()
  const row = await changeKey(caller, id, (before) => {
    // Whoever rotates a key learns its new secret, and with it all that the key may do.
    checkMayGrant(caller, before.scopes)
    const hasGrace = input.grace_seconds > 0
    return {
      ...secretColumns(secret),
      previousSecretHash: hasGrace ? before.secretHash : null,
      previousExpiresAt: hasGrace ? new Date(clock.now().getTime() + input.grace_seconds * 1000) : null,
    }
  })
  return { ...(await presentKey(row)), key: secret }
}
