import { sealedContents } from '@/lib/account/api-keys/contents'
import { sealedHashKeys } from '@/lib/account/identity/known-people'
import { sealedSecondFactors } from '@/lib/account/identity/second-factor'
import { sealedCredentials } from '@/lib/catalog/credentials/open-secrets'
import { type Resealed, resealColumn } from '@/lib/catalog/credentials/reseal-column'
import { sealedResponses } from '@/lib/gateway/chat/formats/responses/memory'
import { sealedPlayground } from '@/lib/gateway/playground/sealing'
import { sealedVaultTokens } from '@/lib/media/portraits/validations'
import { sealedAdminKeys } from '@/lib/operator/accounts/provider-accounts'
import { sealedSettings } from '@/lib/operator/settings/keep-settings'
import { sealedAnswers } from '@/lib/platform/idempotency-records'
import { sealedSecrets } from '@/lib/work/deliveries/signing-secrets'

/** Every sealed column of the database. A new one must be added here. */
const columns = [
  ...sealedCredentials,
  ...sealedSecrets,
  ...sealedResponses,
  ...sealedPlayground,
  sealedSettings,
  sealedVaultTokens,
  sealedAnswers,
  sealedContents,
  sealedSecondFactors,
  sealedHashKeys,
  sealedAdminKeys,
]

/**
 * Seals all of them again with the current key: `npm run rotate-encryption-key`. Safe while the service runs, and safe to
 * restart after an interruption.
 */
export async function resealAll(): Promise<({ table: string; column: string } & Resealed)[]> {
  const outcomes = []
  for (const column of columns)
    outcomes.push({ table: column.table, column: column.column, ...(await resealColumn(column)) })
  return outcomes
}
