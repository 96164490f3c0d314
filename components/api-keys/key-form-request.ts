import type {
  ApiKeyRecord,
  CreateApiKeyRequest,
  DefaultModelsRequest,
  UpdateApiKeyRequest,
} from '@/lib/api-keys/schema'
import { endOfDay, type KeyForm, toKeyForm } from './key-form'

const DAY_MILLIS = 86_400_000

export function toCreateRequest(form: KeyForm): CreateApiKeyRequest {
  return { name: form.name.trim(), ...settings(form) }
}

/** Only what differs from the record, so that two people who edit different fields do not undo each other. */
export function toUpdateRequest(key: ApiKeyRecord, form: KeyForm): UpdateApiKeyRequest {
  const before = toKeyForm(key)
  const was: Record<string, unknown> = toWhole(before)
  const changed = Object.entries(toWhole(form)).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(was[field]),
  )
  return Object.fromEntries(changed)
}

/** Null when the default models are as they were. */
export function toDefaultModels(key: ApiKeyRecord, form: KeyForm): DefaultModelsRequest | null {
  const models = { chat: form.defaultChat, image: form.defaultImage, video: form.defaultVideo }
  return JSON.stringify(models) === JSON.stringify(key.default_models) ? null : models
}

function toWhole(form: KeyForm): UpdateApiKeyRequest {
  return {
    name: form.name.trim(),
    ...settings(form),
    routing: {
      order: form.routingOrder,
      allow_fallbacks: form.allowFallbacks,
      sort: form.routingSort === 'none' ? null : form.routingSort,
      models: form.fallbackModels,
    },
  }
}

function settings(form: KeyForm) {
  return {
    scopes: form.scopes,
    expires_at: expiresAt(form),
    allowed_models: form.limitsModels ? form.allowedModels : null,
    limit_usd: form.limitUsd.trim() || null,
    limit_reset: form.limitUsd.trim() && form.limitReset !== 'never' ? form.limitReset : null,
    rate_limit_rpm: form.rateLimit.trim() ? Number(form.rateLimit) : null,
  }
}

function expiresAt({ expiry, expiryDate }: KeyForm): string | null {
  if (expiry === 'never') return null
  if (expiry === 'date') return new Date(endOfDay(expiryDate)).toISOString()
  return new Date(Date.now() + Number(expiry) * DAY_MILLIS).toISOString()
}
