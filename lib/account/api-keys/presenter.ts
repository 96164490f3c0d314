import { type KeySpend, periodEnd, spentThisPeriod } from '@/lib/money/ledger/quota'
import { LimitReset } from '@/lib/money/ledger/schema'
import { presentCallLimits } from '@/lib/platform/fields'
import { formatUsd } from '@/lib/platform/money'
import type { KeyRow, KeyRowWithFormer } from './repository'
import { type ApiKeyRecord, KeyRoutingRecord, KeyScope, KeyStatus, OF_ORGANIZATION } from './schema'
import { readPendingUse, tagsOf } from './verify-key'

export function toApiKeyRecord(row: KeyRowWithFormer, spend: KeySpend | undefined, now: Date): ApiKeyRecord {
  return {
    id: row.id,
    object: 'api_key',
    name: row.name,
    key_prefix: row.keyPrefix,
    last4: row.last4,
    status: KeyStatus.parse(row.status),
    owner: row.ownerId ?? OF_ORGANIZATION,
    project_id: row.projectId,
    scopes: row.scopes.map((scope) => KeyScope.parse(scope)),
    default_models: {
      chat: row.defaultChatModel,
      image: row.defaultImageModel,
      video: row.defaultVideoModel,
    },
    routing: KeyRoutingRecord.parse(row.routing),
    allowed_models: row.limitsModels ? row.allowedModels : null,
    limit_usd: row.limitNanos === null ? null : formatUsd(row.limitNanos),
    limit_reset: toLimitReset(row),
    limit_remaining_usd:
      row.limitNanos === null ? null : formatUsd(remainingOf(row, row.limitNanos, spend, now)),
    limit_resets_at: row.limitNanos === null ? null : isoOrNull(periodEnd(toLimitReset(row), now)),
    usage_usd: formatUsd(spend?.totalNanos ?? 0n),
    rate_limit_rpm: row.rateLimitRpm,
    tags: tagsOf(row) ?? {},
    ...presentCallLimits(row),
    networks: row.networks.length === 0 ? null : row.networks,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    last_used_at: isoOrNull(lastUsedOf(row)),
    expires_at: isoOrNull(row.expiresAt),
    contents_until:
      row.contentsUntil !== null && row.contentsUntil > now ? row.contentsUntil.toISOString() : null,
    previous_secret_expires_at: isoOrNull(formerEnd(row, now)),
    revoked_at: isoOrNull(row.revokedAt),
  }
}

/** When the last of the replaced secrets stops working, if one still works. */
function formerEnd({ formerSecrets, revokedAt }: KeyRowWithFormer, now: Date): Date | null {
  const ends = formerSecrets.map(({ expiresAt }) => expiresAt.getTime()).filter((end) => end > now.getTime())
  return ends.length === 0 || revokedAt !== null ? null : new Date(Math.max(...ends))
}

function isoOrNull(time: Date | null): string | null {
  return time?.toISOString() ?? null
}

export function toLimitReset(row: KeyRow): LimitReset | null {
  return row.limitReset === null ? null : LimitReset.parse(row.limitReset)
}

/** The rest of the limit: credit reserved for running requests counts as spent. */
function remainingOf(row: KeyRow, limitNanos: bigint, spend: KeySpend | undefined, now: Date): bigint {
  const remaining = limitNanos - spentThisPeriod(toLimitReset(row), spend, now) - (spend?.heldNanos ?? 0n)
  return remaining > 0n ? remaining : 0n
}

function lastUsedOf(row: KeyRow): Date | null {
  const pending = readPendingUse(row.id)
  if (pending === undefined) return row.lastUsedAt
  return row.lastUsedAt === null || pending > row.lastUsedAt ? pending : row.lastUsedAt
}
