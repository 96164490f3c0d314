import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { seal } from '@/lib/platform/secrets'
import { portraitVault } from '@/lib/upstream/registry'
import { VAULT_TOKEN_PURPOSE } from './internal/ask-vault'
import { digestOf } from './internal/tokens'
import type { OpenedLiveness, OpenLivenessRequest } from './schema'
import { findValidation, openValidation, saveVaultToken } from './validation-repository'

const TIMEOUT_MILLIS = 15_000

/**
 * A phone begins the check, the first one only; that one may ask again, such as after a reload. Where the vault makes real
 * checks, its session is opened now and not before. Throws 404, 409 `liveness_unavailable` when another phone has opened it
 * or it is over.
 */
export async function openLiveness(
  token: string,
  { phone_secret }: OpenLivenessRequest,
): Promise<OpenedLiveness> {
  const digest = digestOf(token)
  const isOurs = await openValidation(digest, digestOf(phone_secret), clock.now())
  const row = await findValidation(digest)
  if (row === null) throw new AppError('not_found')
  if (!isOurs) throw new AppError('liveness_unavailable')
  const vault = portraitVault()
  const opened = { expires_at: row.expiresAt.toISOString() }
  if (!vault.openValidation) return { ...opened, link: null }
  const returnUrl = `${env().publicUrl}/api/liveness/${token}/return`
  const session = await vault
    .openValidation(returnUrl, AbortSignal.timeout(TIMEOUT_MILLIS))
    .catch((error: unknown) => {
      throw new AppError('upstream_unavailable', { cause: error })
    })
  await saveVaultToken(digest, Uint8Array.from(seal(VAULT_TOKEN_PURPOSE, session.token)))
  return { ...opened, link: session.link }
}
