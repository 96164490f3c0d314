import { z } from 'zod'
import { spendFieldOf, spendFields, spendSettings, toSpendForm } from '@/components/forms/spend-limit'
import { maxCharacters } from '@/components/forms/use-api-form'
import {
  type ApiKeyRecord,
  type CreateApiKeyRequest,
  type DefaultModelsRequest,
  KeyScope,
  type UpdateApiKeyRequest,
} from '@/lib/account/api-keys/schema'
import { Tags } from '@/lib/money/budgets/schema'

/** How long a new key is valid, in days; `date` is a chosen day. */
const expiryChoices = ['never', '7', '30', '90', '365', 'date'] as const

/** A whole number as typed; empty for no limit. */
const countUpTo = (most: number) =>
  z
    .string()
    .trim()
    .regex(/^(\d+)?$/, 'Enter a whole number.')
    .refine(
      (text) => text === '' || (Number(text) >= 1 && Number(text) <= most),
      `Enter a number from 1 to ${most.toLocaleString('en')}.`,
    )

/** Limits of keys and projects as typed: numbers are text, empty where there is no limit. */
export const limitFields = {
  limitsModels: z.boolean(),
  allowedModels: z.array(z.string()),
  ...spendFields,
  rateLimit: countUpTo(1_000_000),
  tokenLimit: countUpTo(1_000_000_000),
  concurrency: countUpTo(1_000_000),
}
type LimitForm = z.infer<z.ZodObject<typeof limitFields>>

/** The key form as typed. */
const KeyFormFields = z.object({
  name: z.string().trim().min(1, 'Give the key a name.').check(maxCharacters(100)),
  scopes: z.array(KeyScope).min(1, 'Choose at least one.'),
  expiry: z.enum(expiryChoices),
  expiryDate: z.string(),
  owner: z.string(),
  projectId: z.string().nullable(),
  ...limitFields,
  /** Separated by commas or spaces. The API checks them. */
  networks: z.string(),
  tags: z
    .string()
    .refine(
      (text) => Tags.safeParse(parseTags(text)).success && !linesOf(text).some((line) => !line.includes('=')),
      'Enter up to 16 lines of name=value, with names of up to 64 and values of up to 512 characters.',
    ),
  defaultChat: z.string().nullable(),
  defaultImage: z.string().nullable(),
  defaultVideo: z.string().nullable(),
  routingOrder: z.array(z.string()),
  routingSort: z.enum(['none', 'price', 'latency', 'throughput']),
  allowFallbacks: z.boolean(),
  fallbackModels: z.array(z.string()),
  zdr: z.boolean(),
  deniesCollection: z.boolean(),
})

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

/** `team=search`, a line each. */
function parseTags(text: string): Record<string, string> {
  const pairs = linesOf(text).map((line) => {
    const [name = '', ...value] = line.split('=')
    return [name.trim(), value.join('=').trim()]
  })
  return Object.fromEntries(pairs)
}

export type KeyForm = z.infer<typeof KeyFormFields>

/** `keptDate` is the expiry day of an existing key: it may stay, even when it is past. */
export function keyFormSchema(keptDate = '') {
  return KeyFormFields.superRefine((form, context) => {
    checkModelsChosen(form, context)
    if (form.expiry !== 'date' || (keptDate && form.expiryDate === keptDate)) return
    if (!(endOfDay(form.expiryDate) > Date.now()))
      context.addIssue({
        code: 'custom',
        path: ['expiryDate'],
        message: 'Choose today or a later date.',
      })
  })
}

export function checkModelsChosen(
  form: Pick<LimitForm, 'limitsModels' | 'allowedModels'>,
  context: z.RefinementCtx,
): void {
  if (form.limitsModels && form.allowedModels.length === 0)
    context.addIssue({ code: 'custom', path: ['allowedModels'], message: 'Choose at least one model.' })
}

export const emptyLimits: LimitForm = {
  limitsModels: false,
  allowedModels: [],
  limitUsd: '',
  limitReset: 'never',
  rateLimit: '',
  tokenLimit: '',
  concurrency: '',
}

export const emptyKeyForm: KeyForm = {
  name: '',
  scopes: ['inference'],
  expiry: 'never',
  expiryDate: '',
  owner: '',
  projectId: null,
  ...emptyLimits,
  tags: '',
  networks: '',
  defaultChat: null,
  defaultImage: null,
  defaultVideo: null,
  routingOrder: [],
  routingSort: 'none',
  allowFallbacks: true,
  fallbackModels: [],
  zdr: false,
  deniesCollection: false,
}

export function toKeyForm(key: ApiKeyRecord): KeyForm {
  return {
    name: key.name,
    scopes: key.scopes,
    expiry: key.expires_at ? 'date' : 'never',
    expiryDate: key.expires_at ? localDay(new Date(key.expires_at)) : '',
    owner: key.owner,
    projectId: key.project_id,
    ...toLimitForm(key),
    networks: key.networks?.join(', ') ?? '',
    tags: Object.entries(key.tags)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
    defaultChat: key.default_models.chat,
    defaultImage: key.default_models.image,
    defaultVideo: key.default_models.video,
    routingOrder: key.routing.order,
    routingSort: key.routing.sort ?? 'none',
    allowFallbacks: key.routing.allow_fallbacks,
    fallbackModels: key.routing.models,
    zdr: key.routing.zdr,
    deniesCollection: key.routing.data_collection === 'deny',
  }
}

type LimitRecord = Pick<
  ApiKeyRecord,
  'allowed_models' | 'limit_usd' | 'limit_reset' | 'rate_limit_rpm' | 'rate_limit_tpm' | 'max_concurrency'
>

export function toLimitForm(record: LimitRecord): LimitForm {
  return {
    limitsModels: record.allowed_models !== null,
    allowedModels: record.allowed_models ?? [],
    ...toSpendForm(record),
    rateLimit: String(record.rate_limit_rpm ?? ''),
    tokenLimit: String(record.rate_limit_tpm ?? ''),
    concurrency: String(record.max_concurrency ?? ''),
  }
}

/** The last moment of a day (`2026-11-21`) in the browser's time zone; NaN for anything else. */
function endOfDay(day: string): number {
  return new Date(`${day}T23:59:59`).getTime()
}

function localDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

const DAY_MILLIS = 86_400_000

export function toCreateRequest(form: KeyForm): CreateApiKeyRequest {
  return { name: form.name.trim(), ...settings(form) }
}

/** Only the changed fields, so that two people who edit different fields do not overwrite each other. */
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
      zdr: form.zdr,
      data_collection: form.deniesCollection ? 'deny' : 'allow',
    },
  }
}

const toCount = (text: string) => (text.trim() ? Number(text) : null)

function settings(form: KeyForm) {
  const networks = form.networks.split(/[\s,]+/).filter(Boolean)
  return {
    scopes: form.scopes,
    // Empty: whose it usually is.
    ...(form.owner && { owner: form.owner }),
    project_id: form.projectId,
    expires_at: expiresAt(form),
    ...limitSettings(form),
    networks: networks.length === 0 ? null : networks,
    tags: parseTags(form.tags),
  }
}

export function limitSettings(form: LimitForm) {
  return {
    allowed_models: form.limitsModels ? form.allowedModels : null,
    ...spendSettings(form),
    rate_limit_rpm: toCount(form.rateLimit),
    rate_limit_tpm: toCount(form.tokenLimit),
    max_concurrency: toCount(form.concurrency),
  }
}

function expiresAt({ expiry, expiryDate }: KeyForm): string | null {
  if (expiry === 'never') return null
  if (expiry === 'date') return new Date(endOfDay(expiryDate)).toISOString()
  return new Date(Date.now() + Number(expiry) * DAY_MILLIS).toISOString()
}

/** Form fields by their API names, where the two differ. */
export const limitFieldOf = {
  allowed_models: 'allowedModels',
  ...spendFieldOf,
  rate_limit_rpm: 'rateLimit',
  rate_limit_tpm: 'tokenLimit',
  max_concurrency: 'concurrency',
} as const

export const keyFieldOf = {
  ...limitFieldOf,
  project_id: 'projectId',
  expires_at: 'expiryDate',
  chat: 'defaultChat',
  image: 'defaultImage',
  video: 'defaultVideo',
} as const
