import { z } from 'zod'
import { isRecord, parseJson } from '@/lib/platform/json'
import forms from './key-forms.json'

/**
 * Keys that consist of several fields, as the clouds have them. They are stored and sealed as one JSON text, so that a key is a
 * text for everything but its form and its adapter. Customers write them too: a pattern must not let an address lead elsewhere.
 */

const KeyField = z.strictObject({
  label: z.string(),
  hint: z.string().optional(),
  /** Masked, and any text. */
  secret: z.literal(true).optional(),
  /** A service account's file. */
  account: z.literal(true).optional(),
  optional: z.literal(true).optional(),
  /** What the form starts with. */
  initial: z.string().optional(),
  /** What is left out of what was entered, before the pattern. */
  strip: z.string().optional(),
  pattern: z.string().optional(),
  wrong: z.string().optional(),
})
const KeyForm = z.strictObject({
  fields: z.record(z.string(), KeyField),
  /** One of these groups of fields is whole, and no other is begun. */
  either: z.array(z.array(z.string())).min(1),
  wrong: z.string(),
})

export const keyFormNames = ['azure', 'aws', 'google'] as const
export type KeyFormName = (typeof keyFormNames)[number]
const keyForms = z.record(z.enum(keyFormNames), KeyForm).parse(forms)

export type KeyFields = Readonly<Record<string, string | undefined>>

export function fieldsOfForm(name: KeyFormName): [string, z.infer<typeof KeyField>][] {
  return Object.entries(keyForms[name].fields)
}

/** What a form for a key starts with. */
export function emptyKey(name: KeyFormName | null): string | Record<string, string> {
  if (name === null) return ''
  return Object.fromEntries(fieldsOfForm(name).map(([field, { initial = '' }]) => [field, initial]))
}

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
    const place = parsed.error.issues[0]?.path.join('.')
    const member = place ? `; its member ${place} is not valid` : ''
    context.addIssue({ code: 'custom', message: `must be the JSON file of a service account${member}` })
    return z.NEVER
  })

const secret = z
  .string()
  .trim()
  .min(8, 'must have at least 8 characters')
  .max(4096, 'must have at most 4096 characters')
  .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters without spaces')

function checkOf({ account, pattern, strip, wrong }: z.infer<typeof KeyField>): z.ZodType<string, string> {
  if (account) return serviceAccount
  if (pattern === undefined) return secret
  const stripped = strip === undefined ? undefined : new RegExp(strip, 'g')
  return z
    .string()
    .transform((given) => (stripped ? given.trim().toLowerCase().replace(stripped, '') : given.trim()))
    .pipe(z.string().regex(new RegExp(pattern), wrong))
}

/** What was entered. Blank fields count as left out. */
function schemaOf(name: KeyFormName) {
  const { either, wrong } = keyForms[name]
  const grouped = new Set(either.flat())
  const shape = Object.fromEntries(
    fieldsOfForm(name).map(([field, form]) => {
      const blank = z
        .string()
        .optional()
        .transform((given) => given || undefined)
      const check = checkOf(form)
      return [field, form.optional || grouped.has(field) ? blank.pipe(check.optional()) : check]
    }),
  )
  return z.strictObject(shape).superRefine((given, context) => {
    const [first = either[0] ?? [], other] = either.filter((group) => group.some((field) => given[field]))
    const issue = (path = '', message = '') => context.addIssue({ code: 'custom', path: [path], message })
    const lacking = first.find((field) => given[field] === undefined)
    if (other) issue(other[0], `must be left out where ${first.join(', ')} is set`)
    else if (lacking) issue(lacking, first.some((field) => given[field]) ? 'must be set' : wrong)
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
  const initial = Object.entries(emptyKey(name)).filter(([, value]) => value !== '')
  const fields = Object.fromEntries(initial)
  if (!isRecord(given)) return name === 'google' ? undefined : { ...fields, api_key: key.trim() }
  const entered = given.type === 'service_account' ? { service_account: key } : given
  return KeyObject[name].safeParse({ ...fields, ...entered }).data
}

/** The last characters of the part of a key that tells it from others. */
export function endingOf(name: KeyFormName, key: string): string {
  const { api_key, client_secret, access_key_id, service_account = '' } = readKeyFields(name, key) ?? {}
  const account = ServiceAccount.safeParse(parseJson(service_account)).data
  return (api_key ?? client_secret ?? access_key_id ?? account?.private_key_id ?? '').slice(-4)
}

const PLACEHOLDER = /\{(\w+)\}/g

/** A base URL with its placeholders filled in; undefined if the key lacks one. */
export function fillAddress(baseUrl: string, { region, service_account, ...fields }: KeyFields) {
  // Vertex has a host for each location.
  const isJurisdiction = region === 'us' || region === 'eu'
  const host = isJurisdiction ? `aiplatform.${region}.rep` : `${region}-aiplatform`
  const project = ServiceAccount.safeParse(parseJson(service_account ?? '')).data?.project_id
  const parts: KeyFields = {
    ...{ project, ...fields, region },
    vertex_host: region === 'global' ? 'aiplatform' : host,
  }
  const names = [...baseUrl.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
  if (names.some((name) => parts[name] === undefined)) return undefined
  return baseUrl.replace(PLACEHOLDER, (_, name: string) => parts[name] ?? '')
}
