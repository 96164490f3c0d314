import { modelExists, providerExists } from '@/lib/catalog/models/read-snapshot'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { callLimitColumns } from '@/lib/platform/fields'
import { Prisma } from '@/prisma/generated/client'
import { placeColumns } from './key-place'
import { findKeyRow } from './repository'
import type {
  ApiKeyRecord,
  CreateApiKeyRequest,
  DefaultModelsRequest,
  KeyRoutingRecord,
  UpdateApiKeyRequest,
} from './schema'
import { spendLimitColumns } from './spend'

type Settings = CreateApiKeyRequest | UpdateApiKeyRequest

export const defaultRouting: KeyRoutingRecord = {
  order: [],
  allow_fallbacks: true,
  sort: null,
  models: [],
  zdr: false,
  data_collection: 'allow',
}

/** The columns that a request sets. Omitted fields are omitted; null clears. */
export function settingsColumns(settings: Settings, routing: KeyRoutingRecord) {
  const { tags, expires_at: end } = settings
  return {
    ...(settings.name !== undefined && { name: settings.name }),
    ...(settings.scopes !== undefined && { scopes: settings.scopes }),
    ...(settings.status !== undefined && { status: settings.status }),
    ...(settings.routing !== undefined && { routing: mergeRouting(routing, settings.routing) }),
    ...placeColumns(settings),
    ...limitColumns(settings),
    ...(tags !== undefined && { tags: tags !== null && Object.keys(tags).length > 0 ? tags : Prisma.DbNull }),
    ...(settings.networks !== undefined && { networks: [...new Set(settings.networks)] }),
    ...(end !== undefined && { expiresAt: end === null ? null : new Date(end) }),
  }
}

type Limits = Pick<
  Settings,
  'allowed_models' | 'limit_usd' | 'limit_reset' | 'rate_limit_rpm' | 'rate_limit_tpm' | 'max_concurrency'
>

/** The columns of the limits that keys and projects have. */
export function limitColumns(given: Limits) {
  const { allowed_models: models } = given
  return {
    ...(models !== undefined && { allowedModels: [...new Set(models)], limitsModels: models !== null }),
    ...spendLimitColumns(given),
    ...(given.rate_limit_rpm !== undefined && { rateLimitRpm: given.rate_limit_rpm }),
    ...callLimitColumns(given),
  }
}

function mergeRouting(current: KeyRoutingRecord, given: Settings['routing']): KeyRoutingRecord {
  if (!given) return defaultRouting
  return {
    order: given.order ?? current.order,
    allow_fallbacks: given.allow_fallbacks ?? current.allow_fallbacks,
    sort: given.sort === undefined ? current.sort : given.sort,
    models: given.models ?? current.models,
    zdr: given.zdr ?? current.zdr,
    data_collection: given.data_collection ?? current.data_collection,
  }
}

/**
 * Rejects models and providers that are not in the catalog, so that a typo shows at once. Those that the key named `before` may
 * have been removed since.
 */
export async function checkKnownIds(
  { allowed_models, routing }: Pick<Settings, 'allowed_models' | 'routing'>,
  before?: Partial<Pick<ApiKeyRecord, 'allowed_models' | 'routing'>>,
): Promise<void> {
  const { order = [], models = [] } = before?.routing ?? {}
  const had = new Set([...(before?.allowed_models ?? []), ...models, ...order])
  const added = (ids: readonly string[] | null | undefined) => ids?.filter((id) => !had.has(id)) ?? []
  for (const id of added(allowed_models)) await checkModel('allowed_models', id)
  for (const id of added(routing?.models)) await checkModel('routing.models', id)
  for (const id of added(routing?.order)) {
    if (!(await providerExists(id)))
      throw new AppError('invalid_parameter', {
        param: 'routing.order',
        message: `There is no provider "${id}".`,
      })
  }
}

export async function checkKnownDefaults(defaults: Partial<DefaultModelsRequest>): Promise<void> {
  for (const modality of ['chat', 'image', 'video'] as const) {
    const id = defaults[modality]
    if (id && !(await modelExists(id, modality)))
      throw new AppError('invalid_parameter', {
        param: modality,
        message: `There is no ${modality} model "${id}".`,
      })
  }
}

async function checkModel(param: string, id: string): Promise<void> {
  if (!(await modelExists(id)))
    throw new AppError('invalid_parameter', { param, message: `There is no model "${id}".` })
}

/**
 * A key with `account:write` manages keys, so it effectively has whatever it may grant. Two rules prevent privilege escalation;
 * a person in the console is bound by neither.
 * 1. It can grant only its own scopes, and `inference`, the purpose of provisioning keys.
 * 2. A limited key can grant nothing, nor change people and limits of the organization: each would be a way around its limit.
 * And only an operator in the console can grant `operator`, no key.
 */
export function checkMayGrant(caller: Caller, scopes: readonly string[]): void {
  const granting = caller.apiKey?.scopes
  if (scopes.includes('operator') && (granting !== undefined || !caller.isOperator))
    throw new AppError('insufficient_scope', {
      param: 'scopes',
      message: 'Only an operator who is signed in at the console can give a key the scope operator.',
    })
  if (granting === undefined) return
  const beyond = scopes.find((scope) => scope !== 'inference' && !granting.includes(scope))
  if (beyond !== undefined)
    throw new AppError('insufficient_scope', {
      param: 'scopes',
      message: `This API key cannot grant the scope ${beyond}, which it does not have.`,
    })
}

/** Throws `insufficient_scope`. */
export async function refuseLimitedKey(caller: Caller): Promise<void> {
  if (caller.apiKey === null) return
  const key = await findKeyRow(caller, caller.apiKey.id)
  if (key === null) throw new AppError('invalid_api_key')
  const { limitNanos, rateLimitRpm, rateLimitTpm, maxConcurrency, expiresAt, projectId } = key
  const limits = [limitNanos, rateLimitRpm, rateLimitTpm, maxConcurrency, expiresAt, projectId]
  const isLimited = key.limitsModels || key.networks.length > 0 || limits.some((limit) => limit !== null)
  if (isLimited)
    throw new AppError('insufficient_scope', {
      message:
        'This API key is limited (by spend, models, rate, networks, expiry or a project), so it cannot create keys, invite people or loosen limits.',
    })
}
