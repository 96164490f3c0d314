import { z } from 'zod'
import type { Env } from '@/lib/platform/env'
import { Printable } from '@/lib/platform/fields'
import { FooterLinks, Settings } from '@/lib/platform/variables'
import type { SettingKind, SettingSection } from './schema'

/** A value as JSON has it, read as the environment's variable of that name is. */
function asVariable<Key extends keyof typeof Settings.shape>(key: Key) {
  return z
    .union([Printable, z.number()])
    .transform((value): string | undefined => String(value))
    .pipe(Settings.shape[key])
}

type Definition = {
  schema: z.ZodType
  section: SettingSection
  kind: SettingKind
  label: string
  help: string
}

const perMinute = { section: 'Rate limits', kind: 'number', help: '' } as const

/**
 * Every setting that may change while the service runs: the variable that is its default, and how people see it. The API
 * and the page are made of this list, in this order.
 */
export const definitions = {
  INSTALLATION_NAME: {
    schema: asVariable('INSTALLATION_NAME'),
    section: 'Installation',
    kind: 'text',
    label: 'Name',
    help: 'In the header of every page, in titles, mails and invoices.',
  },
  FOOTER_LINKS: {
    schema: FooterLinks,
    section: 'Installation',
    kind: 'links',
    label: 'Footer links',
    help: 'Below every public page: terms, privacy, status.',
  },
  SIGN_UP: {
    schema: asVariable('SIGN_UP'),
    section: 'Accounts',
    kind: 'switch',
    label: 'Sign-up',
    help: 'Off: nobody makes a new account but through your own identity provider.',
  },
  TRIAL_CREDIT_USD: {
    schema: asVariable('TRIAL_CREDIT_USD'),
    section: 'Accounts',
    kind: 'usd',
    label: 'Trial credit',
    help: 'What a new account begins with. When not set: $1.00 while the sandbox is the only provider, then nothing.',
  },
  PLATFORM_FEE_RATE: {
    schema: asVariable('PLATFORM_FEE_RATE'),
    section: 'Accounts',
    kind: 'decimal',
    label: 'Platform fee',
    help: 'The part of a top-up that is not credited: 0.05 is 5%. Orders that were begun keep theirs.',
  },
  RATE_LIMIT_CHAT: { ...perMinute, schema: asVariable('RATE_LIMIT_CHAT'), label: 'Chat and text' },
  RATE_LIMIT_IMAGE_CREATE: {
    ...perMinute,
    schema: asVariable('RATE_LIMIT_IMAGE_CREATE'),
    label: 'New images',
  },
  RATE_LIMIT_VIDEO_CREATE: {
    ...perMinute,
    schema: asVariable('RATE_LIMIT_VIDEO_CREATE'),
    label: 'New videos',
  },
  RATE_LIMIT_TASK_READ: { ...perMinute, schema: asVariable('RATE_LIMIT_TASK_READ'), label: 'Task status' },
  RATE_LIMIT_PRESIGN: { ...perMinute, schema: asVariable('RATE_LIMIT_PRESIGN'), label: 'Uploads' },
  RATE_LIMIT_PORTRAIT: { ...perMinute, schema: asVariable('RATE_LIMIT_PORTRAIT'), label: 'Portraits' },
  RATE_LIMIT_ACCOUNT: {
    ...perMinute,
    schema: asVariable('RATE_LIMIT_ACCOUNT'),
    label: 'Account and console',
  },
  RATE_LIMIT_CATALOG: {
    ...perMinute,
    schema: asVariable('RATE_LIMIT_CATALOG'),
    label: 'Catalog',
    help: 'Of one address.',
  },
  RATE_LIMIT_SIGN_UP: {
    ...perMinute,
    schema: asVariable('RATE_LIMIT_SIGN_UP'),
    label: 'Sign-up',
    help: 'Of one address.',
  },
  RATE_LIMIT_AUTH_FAILURE: {
    ...perMinute,
    schema: asVariable('RATE_LIMIT_AUTH_FAILURE'),
    label: 'Failed sign-ins',
    help: 'Wrong keys, passwords and links of one address.',
  },
  SMTP_URL: {
    schema: asVariable('SMTP_URL'),
    section: 'Mail',
    kind: 'secret',
    label: 'SMTP server',
    help: 'Kept sealed; the password is not shown again.',
  },
  MAIL_FROM: {
    schema: asVariable('MAIL_FROM'),
    section: 'Mail',
    kind: 'text',
    label: 'From',
    help: 'Such as Example <no-reply@example.com>.',
  },
  OPERATOR_ALERT_URL: {
    schema: asVariable('OPERATOR_ALERT_URL'),
    section: 'Operator alerts',
    kind: 'url',
    label: 'Webhook URL',
    help: 'Each alert is posted there, signed, when it is raised and when it is resolved.',
  },
} as const satisfies { [Key in keyof Env]?: Definition }

export type SettingKey = keyof typeof definitions

const keys = Object.keys(definitions)
export const SettingKey = z.enum(keys as [SettingKey, ...SettingKey[]])

type Schemas = { [Key in SettingKey]: (typeof definitions)[Key]['schema'] }
const schemas = Object.fromEntries(
  Object.entries(definitions).map(([key, { schema }]) => [key, schema]),
) as Schemas

/** Values by their keys, as `env()` has them. */
export const SettingValues = z.strictObject(schemas).partial()
export type SettingValues = z.output<typeof SettingValues>

/** What is given is set; what is named in `reset` is the environment's again. */
export const ChangeSettingsRequest = z
  .strictObject({ set: SettingValues.default({}), reset: z.array(SettingKey).default([]) })
  .refine(({ set, reset }) => !reset.some((key) => key in set), {
    path: ['reset'],
    message: 'must not name what is set',
  })
export type ChangeSettingsRequest = z.output<typeof ChangeSettingsRequest>
