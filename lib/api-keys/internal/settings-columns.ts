import { AppError } from '@/lib/platform/errors'
import { parseUsd } from '@/lib/platform/money'
import type { CreateApiKeyRequest, KeyRoutingRecord, UpdateApiKeyRequest } from '../schema'

type Settings = CreateApiKeyRequest | UpdateApiKeyRequest

export const defaultRouting: KeyRoutingRecord = { order: [], allow_fallbacks: true, sort: null, models: [] }

/** The columns that a request sets. What it leaves out is left out here too; null clears. */
export function settingsColumns(settings: Settings, routing: KeyRoutingRecord) {
  const { allowed_models: models, limit_usd: limit, expires_at: end } = settings
  return {
    ...(settings.name !== undefined && { name: settings.name }),
    ...(settings.scopes !== undefined && { scopes: settings.scopes }),
    ...(settings.status !== undefined && { status: settings.status }),
    ...(settings.routing !== undefined && { routing: mergeRouting(routing, settings.routing) }),
    ...(models !== undefined && { allowedModels: [...new Set(models)], limitsModels: models !== null }),
    ...(limit !== undefined && { limitNanos: limit === null ? null : toNanos(limit) }),
    ...(settings.limit_reset !== undefined && { limitReset: settings.limit_reset }),
    ...(settings.rate_limit_rpm !== undefined && { rateLimitRpm: settings.rate_limit_rpm }),
    ...(end !== undefined && { expiresAt: end === null ? null : new Date(end) }),
  }
}

function mergeRouting(present: KeyRoutingRecord, given: Settings['routing']): KeyRoutingRecord {
  if (!given) return defaultRouting
  return {
    order: given.order ?? present.order,
    allow_fallbacks: given.allow_fallbacks ?? present.allow_fallbacks,
    sort: given.sort === undefined ? present.sort : given.sort,
    models: given.models ?? present.models,
  }
}

function toNanos(usd: string): bigint {
  const nanos = parseUsd(usd)
  if (nanos === undefined) throw new AppError('invalid_parameter', { param: 'limit_usd' })
  return nanos
}
