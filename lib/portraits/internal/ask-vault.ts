import { logger } from '@/lib/platform/logger'
import { unseal } from '@/lib/platform/secrets'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { portraitVault } from '@/lib/upstream/registry'
import type { ValidationRow } from '../validation-repository'

const TIMEOUT_MILLIS = 10_000

export const VAULT_TOKEN_PURPOSE = 'portrait-vault-token'

/** The vault's own group of a check that has been passed; null while nothing is known. */
export async function askVault(row: ValidationRow): Promise<string | null> {
  const vault = portraitVault()
  if (row.status !== 'opened' || row.vaultToken === null || !vault.readValidation) return null
  const token = unseal(VAULT_TOKEN_PURPOSE, row.vaultToken)
  if (token === undefined) return null
  try {
    const passed = await vault.readValidation(token, AbortSignal.timeout(TIMEOUT_MILLIS))
    return passed?.groupId ?? null
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    logger.warn({ fault: error.fault }, 'the vault does not tell how a check of liveness went')
    return null
  }
}
