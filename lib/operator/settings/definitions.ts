import { z } from 'zod'
import type { Env } from '@/lib/platform/env'
import { Printable } from '@/lib/platform/fields'
import { FooterLinks, Settings } from '@/lib/platform/variables'
import type { SettingKind, SettingSection } from './schema'

/** A JSON value, parsed like the environment variable of that name. */
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
 * Every setting that can change at run time, by the environment variable that has its default, with its label and help.
 * The API and the settings page list them in this order.
 */
export const definitions = {
  INSTALLATION_NAME: {
    schema: asVariable('INSTALLATION_NAME'),
    section: 'Installation',
    kind: 'text',
    label: 'Name',
    help: 'Shown in page headers, titles, emails and invoices.',
  },
  FOOTER_LINKS: {
    schema: FooterLinks,
    section: 'Installation',
    kind: 'links',
    label: 'Footer links',
    help: 'Shown on every public page, such as terms, privacy and status.',
  },
  SIGN_UP: {
    schema: asVariable('SIGN_UP'),
    section: 'Accounts',
    kind: 'switch',
    label: 'Sign-up',
    help: 'When off, accounts are created only through your identity provider.',
  },
  TRIAL_CREDIT_USD: {
    schema: asVariable('TRIAL_CREDIT_USD'),
    section: 'Accounts',
    kind: 'usd',
    label: 'Trial credit',
    help: 'Credit of a new account. Defaults to $1.00 while the sandbox is the only provider, otherwise to $0.',
  },
  PLATFORM_FEE_RATE: {
    schema: asVariable('PLATFORM_FEE_RATE'),
    section: 'Accounts',
    kind: 'percent',
    label: 'Platform fee (%)',
    help: 'Part of a top-up that is not credited. Open orders keep their fee.',
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
    help: 'Per IP address.',
  },
  RATE_LIMIT_SCIM: {
    ...perMinute,
    schema: asVariable('RATE_LIMIT_SCIM'),
    label: 'Provisioning',
    help: 'Of an organization’s identity provider (SCIM).',
  },
  RATE_LIMIT_SIGN_UP: {
    ...perMinute,
    schema: asVariable('RATE_LIMIT_SIGN_UP'),
    label: 'Sign-up',
    help: 'Per IP address.',
  },
  RATE_LIMIT_AUTH_FAILURE: {
    ...perMinute,
    schema: asVariable('RATE_LIMIT_AUTH_FAILURE'),
    label: 'Failed sign-ins',
    help: 'Wrong keys, passwords and links, per IP address.',
  },
  RATE_LIMIT_END_USER_TPM: {
    ...perMinute,
    schema: asVariable('RATE_LIMIT_END_USER_TPM'),
    label: 'Tokens per end user',
    help: 'Per minute, for each end user that a customer’s requests name. 0 for no limit.',
  },
  RATE_LIMIT_END_USER_CONCURRENCY: {
    ...perMinute,
    schema: asVariable('RATE_LIMIT_END_USER_CONCURRENCY'),
    label: 'Requests at once per end user',
    help: '0 for no limit.',
  },
  SMTP_URL: {
    schema: asVariable('SMTP_URL'),
    section: 'Mail',
    kind: 'secret',
    label: 'SMTP server',
    help: 'Encrypted. The password is never shown again.',
  },
  MAIL_FROM: {
    schema: asVariable('MAIL_FROM'),
    section: 'Mail',
    kind: 'text',
    label: 'From',
    help: 'For example: Example <no-reply@example.com>.',
  },
  OPERATOR_ALERT_URL: {
    schema: asVariable('OPERATOR_ALERT_URL'),
    section: 'Operator alerts',
    kind: 'url',
    label: 'Webhook URL',
    help: 'Receives a signed request when an alert is raised and when it is resolved.',
  },
} as const satisfies { [Key in keyof Env]?: Definition }

export type SettingKey = keyof typeof definitions

const keys = Object.keys(definitions)
export const SettingKey = z.enum(keys as [SettingKey, ...SettingKey[]])

type Schemas = { [Key in SettingKey]: (typeof definitions)[Key]['schema'] }
const schemas = Object.fromEntries(
  Object.entries(definitions).map(([key, { schema }]) => [key, schema]),
) as Schemas

/** Parsed values by key, like those of `env()`. */
export const SettingValues = z.strictObject(schemas).partial()
export type SettingValues = z.output<typeof SettingValues>

/** `set` overrides the environment; the keys in `reset` follow it again. */
export const ChangeSettingsRequest = z
  .strictObject({ set: SettingValues.default({}), reset: z.array(SettingKey).default([]) })
  .refine(({ set, reset }) => !reset.some((key) => key in set), {
    path: ['reset'],
    message: 'must not contain a key that is in set',
  })
export type ChangeSettingsRequest = z.output<typeof ChangeSettingsRequest>
