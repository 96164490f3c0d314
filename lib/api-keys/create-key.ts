import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { generateSecret } from './generate-secret'
import { checkKnownIds } from './internal/known-ids'
import { checkMayGrant, checkMayHandOutKeys } from './internal/may-grant'
import { secretColumns } from './internal/secret-columns'
import { defaultRouting, settingsColumns } from './internal/settings-columns'
import { toApiKeyRecord } from './presenter'
import { insertKey } from './repository'
import type { CreateApiKeyRequest, CreatedApiKey, KeyScope } from './schema'

const DEFAULT_SCOPES: KeyScope[] = ['inference']

/** Makes a key. Its secret is in this answer and nowhere else. */
export async function createKey(caller: Caller, input: CreateApiKeyRequest): Promise<CreatedApiKey> {
  const scopes = input.scopes ?? DEFAULT_SCOPES
  checkMayGrant(caller, scopes)
  await checkMayHandOutKeys(caller)
  await checkKnownIds(input)
  const secret = generateSecret()
  const row = await insertKey({
    routing: defaultRouting,
    ...settingsColumns(input, defaultRouting),
    ...secretColumns(secret),
    id: newId('key'),
    customerId: caller.customerId,
    name: input.name,
    scopes,
  })
  return { ...toApiKeyRecord(row, undefined, clock.now()), key: secret }
}
