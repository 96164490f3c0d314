import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { changeKey } from './internal/change-key'
import { checkKnownIds } from './internal/known-ids'
import { checkMayGrant, checkMayHandOutKeys } from './internal/may-grant'
import { presentKey } from './internal/present-key'
import { recountPeriod } from './internal/recount-period'
import { settingsColumns } from './internal/settings-columns'
import type { KeyRow } from './repository'
import { type ApiKeyRecord, KeyRoutingRecord, type UpdateApiKeyRequest } from './schema'

/** Changes the fields that are given and leaves the others. */
export async function updateKey(
  caller: Caller,
  id: string,
  input: UpdateApiKeyRequest,
): Promise<ApiKeyRecord> {
  if (couldLoosen(input)) await checkMayHandOutKeys(caller)
  await checkKnownIds(input)
  const row = await changeKey(caller, id, (before) => {
    checkMayGrant(caller, scopesGained(before, input, clock.now()))
    return settingsColumns(input, KeyRoutingRecord.parse(before.routing))
  })
  if (input.limit_usd !== undefined || input.limit_reset !== undefined) await recountPeriod(row)
  return presentKey(row)
}

function couldLoosen(input: UpdateApiKeyRequest): boolean {
  const { scopes, allowed_models, limit_usd, limit_reset, rate_limit_rpm, expires_at, status } = input
  const limits = [scopes, allowed_models, limit_usd, limit_reset, rate_limit_rpm, expires_at]
  return status === 'active' || limits.some((value) => value !== undefined)
}

/** Scopes that the key's holder can use after the change and could not before. */
function scopesGained(before: KeyRow, input: UpdateApiKeyRequest, now: Date): string[] {
  const after = input.scopes ?? before.scopes
  const isOver = before.expiresAt !== null && before.expiresAt <= now
  const isRevived =
    (before.status !== 'active' && input.status === 'active') || (isOver && input.expires_at !== undefined)
  return isRevived ? after : after.filter((scope) => !before.scopes.includes(scope))
}
