import { z } from 'zod'

/**
 * A *setting* may be changed while the service runs. The environment has its default; what an operator sets stands above
 * it, on every node at once.
 */

export const SettingSection = z.enum(['Installation', 'Accounts', 'Rate limits', 'Mail', 'Operator alerts'])
export type SettingSection = z.infer<typeof SettingSection>

export const SettingKind = z.enum(['text', 'number', 'decimal', 'usd', 'switch', 'url', 'secret', 'links'])
export type SettingKind = z.infer<typeof SettingKind>

export const LinkList = z.array(z.object({ label: z.string(), url: z.string() }))

/** Null: not set at all. Of a secret what may be seen of it. */
const Value = z.union([z.string(), z.number(), LinkList]).nullable()
export type SettingValue = z.infer<typeof Value>

export const Setting = z.object({
  /** The environment's variable of that name. */
  key: z.string(),
  section: SettingSection,
  kind: SettingKind,
  label: z.string(),
  help: z.string(),
  /** What is in force. */
  value: Value,
  source: z.enum(['console', 'environment', 'default']),
  /** What is in force once nothing is set here. */
  usual: Value,
  updated_at: z.string().nullable(),
})
export type Setting = z.infer<typeof Setting>

export const SettingList = z.object({
  object: z.literal('list'),
  data: z.array(Setting),
  /** Where the installation's own picture is served; null: it has none. */
  logo_url: z.string().nullable(),
})
export type SettingList = z.infer<typeof SettingList>

/** At most 100 kB, as base64 writes them. */
export const LogoRequest = z.strictObject({
  image: z.base64('must be base64').min(1, 'must not be empty').max(136_536, 'must be at most 100 kB'),
})
export type LogoRequest = z.infer<typeof LogoRequest>

export const LogoQuery = z.object({ v: z.string().max(100).optional() })

export const MailTestReply = z.object({
  to: z.string(),
  /** Why it was not accepted; null: it was. */
  problem: z.string().nullable(),
  latency_ms: z.int(),
})
export type MailTestReply = z.infer<typeof MailTestReply>
