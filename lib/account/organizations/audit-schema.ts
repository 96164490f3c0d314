/**
 * The audit log of an organization: who did what to its keys, members, limits, billing, webhooks and contents. A line is kept for
 * 400 days.
 */
import { z } from 'zod'
import { listReply, Printable, queryNumber } from '@/lib/platform/fields'

/** Every action that is recorded, as people say it; the name of what it was done to follows. Routes name theirs in `audit`. */
export const auditActions = {
  'api_key.create': 'Created API key',
  'api_key.update': 'Changed API key',
  'api_key.rotate': 'Rotated the secret of API key',
  'api_key.revoke': 'Revoked API key',
  'contents.keep': 'Turned on stored contents of API key',
  'contents.delete': 'Deleted stored contents of API key',
  'image.delete': 'Deleted image',
  'video.delete': 'Deleted video',
  'share.create': 'Shared',
  'share.revoke': 'Stopped sharing',
  'shared_conversation.create': 'Shared conversation',
  'shared_conversation.revoke': 'Stopped sharing conversation',
  'preset.create': 'Saved preset',
  'preset.update': 'Renamed preset',
  'preset.delete': 'Deleted preset',
  'provider_key.create': 'Added provider key',
  'provider_key.update': 'Changed provider key',
  'provider_key.delete': 'Deleted provider key',
  'budget.create': 'Created budget',
  'budget.update': 'Changed budget',
  'budget.delete': 'Deleted budget',
  'data_rules.update': 'Changed data rules',
  'alerts.update': 'Changed alerts',
  'webhook.create': 'Added webhook endpoint',
  'webhook.update': 'Changed webhooks',
  'webhook.delete': 'Deleted webhook endpoint',
  'webhook.rotate_secret': 'Rotated the webhook secret',
  'webhook.redeliver': 'Sent webhook again',
  'checkout.create': 'Started a payment',
  'billing_details.update': 'Changed billing details',
  'auto_top_up.update': 'Changed automatic top-up',
  'auto_top_up.add_card': 'Added a card',
  'auto_top_up.remove_card': 'Removed the card',
  'auto_top_up.switch_off': 'Turned off automatic top-up',
  'organization.create': 'Created the organization',
  'organization.update': 'Changed the organization',
  'organization.hand_over': 'Handed over ownership',
  'organization.delete': 'Deleted the organization',
  'member.join': 'Joined',
  'member.update': 'Changed member',
  'member.remove': 'Removed member',
  'invitation.create': 'Created invitation',
  'invitation.resend': 'Sent invitation again',
  'invitation.withdraw': 'Withdrew invitation',
  'project.create': 'Created project',
  'project.update': 'Changed project',
  'project.delete': 'Deleted project',
  'provisioning.update': 'Changed provisioning',
  'scim_token.create': 'Created the SCIM token',
  'scim_token.revoke': 'Revoked the SCIM token',
  'scim_user.create': 'Provisioned user',
  'scim_user.update': 'Changed provisioned user',
  'scim_user.delete': 'Deleted provisioned user',
  'scim_group.create': 'Provisioned group',
  'scim_group.update': 'Changed provisioned group',
  'scim_group.delete': 'Deleted provisioned group',
  // What operators do to the organization, as in their own log.
  'customer.credit': 'Added credit',
  'customer.debit': 'Deducted credit',
  'customer.suspend': 'Suspended the organization',
  'customer.resume': 'Resumed the organization',
  'customer.limit': 'Changed the rate limits of the organization',
  'customer.set_price_group': 'Changed the price group',
  'customer.allow_aigc_groups': 'Allowed virtual people',
  'customer.refuse_aigc_groups': 'Disallowed virtual people',
  'customer.reset_link': 'Created a password link for a member',
  'customer.reset_second_factor': 'Turned off two-factor authentication for a member',
}

export type AuditAction = keyof typeof auditActions
export const AuditAction = z.enum(Object.keys(auditActions) as AuditAction[])

/** `system`: the gateway itself; `operator`: who runs this installation, without a name. */
export const ActorKind = z.enum(['person', 'key', 'operator', 'scim', 'system'])
export type ActorKind = z.infer<typeof ActorKind>

export const AuditLine = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** `id`: of the member or the key; null for others. `name`: as of then. */
  actor: z.object({ kind: ActorKind, id: z.string().nullable(), name: z.string() }),
  action: AuditAction,
  /** Null: the organization. `name`: as of now, or as it was given. */
  target: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  /** Names of the fields that were set. */
  fields: z.array(z.string()),
  /** Their values, where these are neither secret nor personal. */
  values: z.record(z.string(), z.unknown()),
  /** `started`: the process stopped before it could say whether the action was done. */
  outcome: z.enum(['started', 'done']),
})
export type AuditLine = z.infer<typeof AuditLine>

const time = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: 'must be a date or an ISO 8601 time with a zone',
})

export const AuditLogQuery = z.object({
  limit: queryNumber(1, 100, 50),
  cursor: z.string().default(''),
  /** The id of a member or a key. */
  actor: Printable.max(100).optional(),
  action: AuditAction.optional(),
  /** The id of what was changed. */
  target: Printable.max(100).optional(),
  from: time.optional(),
  /** A date includes its day, in UTC. */
  to: time.optional(),
  format: z.enum(['json', 'csv']).default('json'),
})
export type AuditLogQuery = z.infer<typeof AuditLogQuery>

export const AuditLog = listReply(AuditLine)
export type AuditLog = z.infer<typeof AuditLog>
