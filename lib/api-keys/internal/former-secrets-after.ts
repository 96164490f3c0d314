import type { KeyRowWithFormer } from '../repository'
import { MAX_FORMER_SECRETS } from '../schema'

/**
 * What a rotation writes about the secrets before the new one. The present one gets its grace; those that still have some
 * keep it, except the ones with the least left where there would be too many.
 */
export function formerSecretsAfter(before: KeyRowWithFormer, graceSeconds: number, now: Date) {
  const stays = before.formerSecrets
    .filter(({ expiresAt }) => graceSeconds > 0 && expiresAt > now)
    .sort((one, other) => other.expiresAt.getTime() - one.expiresAt.getTime())
    .slice(0, MAX_FORMER_SECRETS - 1)
  const ended = before.formerSecrets.filter((secret) => !stays.includes(secret))
  const expiresAt = new Date(now.getTime() + graceSeconds * 1000)
  return {
    deleteMany: { secretHash: { in: ended.map(({ secretHash }) => secretHash) } },
    create: graceSeconds > 0 ? [{ secretHash: before.secretHash, expiresAt }] : [],
  }
}
