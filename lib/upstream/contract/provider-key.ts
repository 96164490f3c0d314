import { z } from 'zod'
import { isRecord, parseJson } from '@/lib/platform/json'

/**
 * Keys that consist of several fields, as the clouds have them. They are stored and sealed as one JSON text, so that a key is a
 * text for everything but its form and its adapter.
 */

type KeyField = {
  label: string
  hint?: string
  /** Masked in forms. */
  secret?: true
  /** A box of several lines. */
  long?: true
  /** What the form starts with. */
  initial?: string
  isOptional?: true
  /** Parses to the stored text. */
  check: z.ZodType<string, string>
}

type KeyForm = {
  fields: Readonly<Record<string, KeyField>>
  /** One of these groups is complete, and no other is begun. */
  either: readonly (readonly string[])[]
  wrong: string
}

const text = z
  .string()
  .trim()
  .max(4096, 'must have at most 4096 characters')
  .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters without spaces')
const secret = text.min(8, 'must have at least 8 characters')
const like = (pattern: RegExp, wrong: string) => z.string().trim().regex(pattern, wrong)

/** Customers write endpoints too, so only Microsoft's domains are allowed; operators can set any base URL. */
const AZURE_HOST =
  /^[a-z0-9][a-z0-9-]{0,62}\.(?:openai|cognitiveservices|services\.ai)\.azure\.(?:com|us|cn)$/

const azureHost = z
  .string()
  .trim()
  .toLowerCase()
  .transform((given) => given.replace(/^https:\/\//, '').replace(/\/.*$/s, ''))
  .pipe(z.string().regex(AZURE_HOST, 'must be a URL such as https://acme.openai.azure.com'))

/** The members of a service account's file that are used. */
export const ServiceAccount = z.object({
  type: z.literal('service_account'),
  project_id: z.string().regex(/^[a-z][a-z0-9.:-]{4,80}$/),
  private_key_id: z.string().max(200).default(''),
  private_key: z.string().startsWith('-----BEGIN ').max(8192),
  client_email: z.string().min(3).max(320),
  token_uri: z.url({ protocol: /^https?$/ }).default('https://oauth2.googleapis.com/token'),
})

const serviceAccount = z
  .string()
  .max(16_384, 'must have at most 16384 characters')
  .transform((json, context) => {
    const parsed = ServiceAccount.safeParse(parseJson(json))
    if (parsed.success) return JSON.stringify(parsed.data)
    const [issue] = parsed.error.issues
    const place = issue && issue.path.length > 0 ? `; its member ${issue.path.join('.')} is not valid` : ''
    context.addIssue({ code: 'custom', message: `must be the JSON file of a service account${place}` })
    return z.NEVER
  })

export const keyForms = {
  azure: {
    fields: {
      endpoint: { label: 'Endpoint', hint: 'Such as https://acme.openai.azure.com.', check: azureHost },
      api_key: {
        label: 'API key',
        hint: 'Or the tenant, client and secret of an app in Entra ID.',
        secret: true,
        check: secret,
      },
      tenant_id: {
        label: 'Tenant ID',
        check: like(/^[\w.-]{1,100}$/, 'must be the ID or domain of a tenant'),
      },
      client_id: { label: 'Client ID', check: like(/^[\w.-]{1,100}$/, 'must be the ID of an application') },
      client_secret: { label: 'Client secret', secret: true, check: secret },
      api_version: {
        label: 'API version',
        hint: 'Only for the older API with deployments in its paths, such as 2024-10-21.',
        isOptional: true,
        check: like(/^\d{4}-\d\d-\d\d(?:-preview)?$/, 'must be a version such as 2024-10-21'),
      },
    },
    either: [['api_key'], ['tenant_id', 'client_id', 'client_secret']],
    wrong: 'must be set, or all of tenant ID, client ID and client secret instead',
  },
  aws: {
    fields: {
      region: {
        label: 'Region',
        initial: 'us-east-1',
        check: like(/^[a-z]{2,4}(?:-[a-z]{2,12}){1,3}-\d{1,2}$/, 'must be a region such as us-east-1'),
      },
      api_key: {
        label: 'Bedrock API key',
        hint: 'Or an access key with its secret.',
        secret: true,
        check: secret,
      },
      access_key_id: { label: 'Access key ID', check: text },
      secret_access_key: { label: 'Secret access key', secret: true, check: secret },
      session_token: { label: 'Session token', secret: true, isOptional: true, check: text },
    },
    either: [['api_key'], ['access_key_id', 'secret_access_key']],
    wrong: 'must be set, or an access key ID and its secret instead',
  },
  google: {
    fields: {
      service_account: {
        label: 'Service account',
        hint: 'The whole JSON file of its key. Encrypted.',
        long: true,
        check: serviceAccount,
      },
      region: {
        label: 'Location',
        hint: 'A region such as europe-west4, or global, us or eu.',
        initial: 'global',
        check: like(/^[a-z][a-z0-9-]{1,40}$/, 'must be a location such as europe-west4 or global'),
      },
      project: {
        label: 'Project ID',
        hint: 'That of the service account if left out.',
        isOptional: true,
        check: like(/^[a-z][a-z0-9.:-]{4,80}$/, 'must be the ID of a project'),
      },
    },
    either: [['service_account']],
    wrong: 'must be set',
  },
} as const satisfies Record<string, KeyForm>

export const keyFormNames = ['azure', 'aws', 'google'] as const satisfies readonly (keyof typeof keyForms)[]
export type KeyFormName = (typeof keyFormNames)[number]

type FieldName = { [Name in KeyFormName]: keyof (typeof keyForms)[Name]['fields'] }[KeyFormName]
export type KeyFields = { readonly [Name in FieldName]?: string | undefined }

/** What a form for a key starts with. */
export function emptyKey(name: KeyFormName | null): string | Record<string, string> {
  if (name === null) return ''
  return Object.fromEntries(fieldsOfForm(name).map(([field, { initial = '' }]) => [field, initial]))
}

export function fieldsOfForm(name: KeyFormName): [string, KeyField][] {
  return Object.entries(keyForms[name].fields)
}

const blank = (check: z.ZodType<string, string>) =>
  z
    .string()
    .optional()
    .transform((given) => given || undefined)
    .pipe(check.optional())

/** What was entered. Blank fields count as left out. */
function schemaOf(name: KeyFormName) {
  const { either, wrong }: KeyForm = keyForms[name]
  const grouped = new Set(either.flat())
  const shape = Object.fromEntries(
    fieldsOfForm(name).map(([field, { check, isOptional }]) => [
      field,
      isOptional || grouped.has(field) ? blank(check) : check,
    ]),
  )
  return z.strictObject(shape).superRefine((given, context) => {
    const begun = either.filter((group) => group.some((field) => given[field] !== undefined))
    const [first = either[0] ?? []] = begun
    const lacking = first.find((field) => given[field] === undefined)
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (begun.length > 1) issue(begun[1]?.[0] ?? '', `must be left out where ${first.join(', ')} is set`)
    else if (lacking !== undefined) issue(lacking, begun.length === 0 ? wrong : 'must be set')
  })
}

export const KeyObject: Readonly<Record<KeyFormName, ReturnType<typeof schemaOf>>> = {
  azure: schemaOf('azure'),
  aws: schemaOf('aws'),
  google: schemaOf('google'),
}

/**
 * The fields of a stored key, or of an environment variable: the JSON of the fields, a service account's file, or an API key
 * alone. Undefined if it is none of them.
 */
export function readKeyFields(name: KeyFormName, key: string): KeyFields | undefined {
  const given = parseJson(key)
  const initial = Object.fromEntries(
    fieldsOfForm(name).flatMap(([field, { initial: value }]) => (value ? [[field, value]] : [])),
  )
  if (!isRecord(given)) return name === 'google' ? undefined : { ...initial, api_key: key.trim() }
  const isAccount = given.type === 'service_account'
  const fields = { ...initial, ...(isAccount ? { service_account: key } : given) }
  return KeyObject[name].safeParse(fields).data
}

/** The last characters of the part of a key that tells it from others. */
export function endingOf(name: KeyFormName, key: string): string {
  const { api_key, client_secret, access_key_id, service_account } = readKeyFields(name, key) ?? {}
  const account = ServiceAccount.safeParse(parseJson(service_account ?? '')).data
  return (api_key ?? client_secret ?? access_key_id ?? account?.private_key_id ?? '').slice(-4)
}

/** A base URL with its placeholders filled in; undefined if the key lacks one. */
export function fillAddress(baseUrl: string, fields: KeyFields): string | undefined {
  const values = new Map(Object.entries(addressParts(fields)))
  const isWhole = [...baseUrl.matchAll(PLACEHOLDER)].every(([, name = '']) => values.get(name) !== undefined)
  return isWhole ? baseUrl.replace(PLACEHOLDER, (_, name: string) => values.get(name) ?? '') : undefined
}

const PLACEHOLDER = /\{(\w+)\}/g

/** Vertex has a host for each location, and a service account has a project of its own. */
function addressParts({ region, service_account, ...fields }: KeyFields) {
  const isJurisdiction = region === 'us' || region === 'eu'
  const host = isJurisdiction ? `aiplatform.${region}.rep` : `${region}-aiplatform`
  const project = ServiceAccount.safeParse(parseJson(service_account ?? '')).data?.project_id
  return { project, ...fields, region, vertex_host: region === 'global' ? 'aiplatform' : host }
}
