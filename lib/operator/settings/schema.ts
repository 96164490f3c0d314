import { z } from 'zod'

/**
 * A *setting* can be changed at run time. The environment has its default; a value set by an operator overrides it on every
 * node immediately.
 */

export const SettingSection = z.enum(['Installation', 'Accounts', 'Rate limits', 'Mail', 'Operator alerts'])
export type SettingSection = z.infer<typeof SettingSection>

export const SettingKind = z.enum(['text', 'number', 'percent', 'usd', 'switch', 'url', 'secret', 'links'])
export type SettingKind = z.infer<typeof SettingKind>

export const LinkList = z.array(z.object({ label: z.string(), url: z.string() }))

/** Null where nothing is set. Secrets are masked. */
const Value = z.union([z.string(), z.number(), LinkList]).nullable()
export type SettingValue = z.infer<typeof Value>

export const Setting = z.object({
  /** The name of the environment variable. */
  key: z.string(),
  section: SettingSection,
  kind: SettingKind,
  label: z.string(),
  help: z.string(),
  /** The value in use. */
  value: Value,
  source: z.enum(['console', 'environment', 'default']),
  /** The value without an operator's override. */
  usual: Value,
  updated_at: z.string().nullable(),
})
export type Setting = z.infer<typeof Setting>

export const SettingList = z.object({
  object: z.literal('list'),
  data: z.array(Setting),
  /** The URL of the installation's logo; null where none is set. */
  logo_url: z.string().nullable(),
})
export type SettingList = z.infer<typeof SettingList>

/** The steps from a new installation to one that serves customers, in order. */
export const SetupStep = z.enum(['provider', 'models', 'prices', 'sign_up', 'payment'])
export type SetupStep = z.infer<typeof SetupStep>

export const Setup = z.object({
  steps: z.array(z.object({ id: SetupStep, is_done: z.boolean() })),
  is_dismissed: z.boolean(),
})
export type Setup = z.infer<typeof Setup>

/** `done`: a step that the operator has looked at. */
export const ChangeSetupRequest = z.strictObject({
  done: SetupStep.optional(),
  is_dismissed: z.boolean().optional(),
})
export type ChangeSetupRequest = z.infer<typeof ChangeSetupRequest>

/** At most 100 kB, base64 encoded. */
export const LogoRequest = z.strictObject({
  image: z.base64('must be base64').min(1, 'must not be empty').max(136_536, 'must be at most 100 kB'),
})
export type LogoRequest = z.infer<typeof LogoRequest>

export const LogoQuery = z.object({ v: z.string().max(100).optional() })

export const MailTestReply = z.object({
  to: z.string(),
  /** Why the server did not accept it; null on success. */
  problem: z.string().nullable(),
  latency_ms: z.int(),
})
export type MailTestReply = z.infer<typeof MailTestReply>
