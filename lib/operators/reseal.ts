import { sealedContents } from '@/lib/api-keys/contents'
import { sealedSecrets } from '@/lib/callbacks/signing-secrets'
import { sealedCredentials } from '@/lib/credentials/open-secrets'
import { type Resealed, resealColumn } from '@/lib/credentials/reseal-column'
import { sealedHashKeys } from '@/lib/identity/known-people'
import { sealedSecondFactors } from '@/lib/identity/second-factor'
import { sealedAnswers } from '@/lib/platform/idempotency-records'
import { sealedVaultTokens } from '@/lib/portraits/validations'
import { sealedResponses } from '@/lib/responses/memory'
import { sealedSettings } from '@/lib/settings/keep-settings'

/** Everything in the database that is sealed: any new sealed column must be added here. */
const columns = [
  ...sealedCredentials,
  ...sealedSecrets,
  ...sealedResponses,
  sealedSettings,
  sealedVaultTokens,
  sealedAnswers,
  sealedContents,
  sealedSecondFactors,
  sealedHashKeys,
]

/**
 * Seals all of it anew by the present key: `npm run rotate-encryption-key`. Safe beside running processes, and to begin
 * again after it was broken off.
 */
export async function resealAll(): Promise<({ table: string; column: string } & Resealed)[]> {
  const outcomes = []
  for (const column of columns)
    outcomes.push({ table: column.table, column: column.column, ...(await resealColumn(column)) })
  return outcomes
}
