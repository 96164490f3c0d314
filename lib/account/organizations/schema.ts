/**
 * An organization owns balance, keys, tasks and documents; people act for it as its members, each with a role. Everybody has a
 * personal one from sign-up, and can belong to others. Its id is what other endpoints call `customer_id`.
 */
import { z } from 'zod'
import { Email, GivenPassword } from '@/lib/account/identity/schema'
import { spendFields, spendLimitChange } from '@/lib/money/ledger/schema'
import {
  deletedReply,
  givenName,
  leftOpen,
  listReply,
  openLine,
  Printable,
  queryNumber,
  sentBack,
  visible,
} from '@/lib/platform/fields'
import { Role } from '@/lib/platform/roles'

const name = givenName(100)

/** The organization that the caller acts for. */
export const Organization = z.object({
  id: z.string(),
  object: z.literal('organization'),
  name: z.string(),
  ...spendFields,
  member_count: z.int(),
  /** The caller's role; null for a key of the organization, which may do what an admin may, within its scopes. */
  role: Role.nullable(),
  /** The caller's member id; null for a key of the organization. */
  member_id: z.string().nullable(),
  /** What the caller's role allows. */
  permissions: z.array(z.string()),
  /** What each permission allows, in words, by name. */
  permission_labels: z.record(z.string(), z.string()),
  /** What each role allows. */
  roles: z.array(z.object({ role: Role, permissions: z.array(z.string()) })),
  created_at: z.iso.datetime(),
})
export type Organization = z.infer<typeof Organization>

export const UpdateOrganizationRequest = sentBack(
  z.strictObject({ name: leftOpen(name.check(visible)).optional(), ...spendLimitChange }),
  Organization,
)
export type UpdateOrganizationRequest = z.infer<typeof UpdateOrganizationRequest>

export const CreateOrganizationRequest = z.strictObject({ name: name.check(visible) })
export type CreateOrganizationRequest = z.infer<typeof CreateOrganizationRequest>

/** One of the person's organizations. */
export const OrganizationItem = z.object({
  id: z.string(),
  name: z.string(),
  role: Role,
  /** The one that the session acts for. */
  is_current: z.boolean(),
  member_count: z.int(),
})
export type OrganizationItem = z.infer<typeof OrganizationItem>
export const OrganizationList = listReply(OrganizationItem)
export type OrganizationList = z.infer<typeof OrganizationList>

export const SwitchRequest = z.strictObject({ id: Printable.max(100) })
export type SwitchRequest = z.infer<typeof SwitchRequest>

/** Confirmed as the deletion of an account is: by the password, or by the email of a person without one. */
export const DeleteOrganizationRequest = z.strictObject({
  /** The organization's name, typed again. */
  name: z.string().max(400),
  current_password: leftOpen(GivenPassword).optional(),
  email: leftOpen(Email).optional(),
})
export type DeleteOrganizationRequest = z.infer<typeof DeleteOrganizationRequest>

export const DeletedOrganization = deletedReply('organization')
export type DeletedOrganization = z.infer<typeof DeletedOrganization>

export const Member = z.object({
  id: z.string(),
  object: z.literal('member'),
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  role: Role,
  /** Of the person and their own keys together. */
  ...spendFields,
  /** Null, as is what remains, to members who see their own usage only. */
  used_usd: spendFields.used_usd.nullable(),
  /** When they joined, the last time. */
  created_at: z.iso.datetime(),
})
export type Member = z.infer<typeof Member>

export const MemberSort = z.enum(['name', 'email', 'role', 'created'])
export type MemberSort = z.infer<typeof MemberSort>

export const MembersQuery = z.object({
  /** Part of a name or an email. */
  search: openLine(200),
  role: Role.optional(),
  sort: MemberSort.default('name'),
  limit: queryNumber(1, 100, 50),
  /** `next_cursor` of the page before. */
  cursor: z
    .string()
    .regex(/^\d{0,9}$/, 'must be a next_cursor of this list')
    .default(''),
})
export type MembersQuery = z.infer<typeof MembersQuery>

/** `total`: of all pages. */
export const MemberPage = listReply(Member).extend({ total: z.int() })
export type MemberPage = z.infer<typeof MemberPage>

export const MemberParams = z.object({ id: z.string() })

export const UpdateMemberRequest = sentBack(
  z.strictObject({ role: leftOpen(Role).optional(), ...spendLimitChange }),
  Member,
)
export type UpdateMemberRequest = z.infer<typeof UpdateMemberRequest>

export const RemovedMember = deletedReply('member')
export type RemovedMember = z.infer<typeof RemovedMember>

/** The member becomes an owner, and the caller an admin. */
export const HandOverRequest = z.strictObject({ member_id: Printable.max(100) })
export type HandOverRequest = z.infer<typeof HandOverRequest>

const invitation = {
  id: z.string(),
  object: z.literal('invitation'),
  /** Only a person with this email can accept it; null: whoever has the link. */
  email: z.string().nullable(),
  role: Role,
  status: z.enum(['pending', 'expired']),
  /** Who invited, if that person is still a member. */
  invited_by: z.string().nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
}

export const Invitation = z.object(invitation)
export type Invitation = z.infer<typeof Invitation>
export const InvitationPage = listReply(Invitation)
export type InvitationPage = z.infer<typeof InvitationPage>

export const InvitationsQuery = z.object({
  limit: queryNumber(1, 100, 50),
  cursor: Printable.max(100).default(''),
})
export type InvitationsQuery = z.infer<typeof InvitationsQuery>

export const InviteRequest = z.strictObject({
  /** Mailed the link, where this installation can send mail. */
  email: leftOpen(Email).optional(),
  role: Role,
})
export type InviteRequest = z.infer<typeof InviteRequest>

/** With the link, which is returned only once. */
export const NewInvitation = z.object({ ...invitation, url: z.string(), is_mailed: z.boolean() })
export type NewInvitation = z.infer<typeof NewInvitation>

export const InvitationParams = z.object({ id: z.string() })

export const WithdrawnInvitation = deletedReply('invitation')
export type WithdrawnInvitation = z.infer<typeof WithdrawnInvitation>

/** Any text: an impossible token is answered as not found. */
export const InvitationTokenParams = z.object({ token: z.string() })

/** What somebody with the link sees. */
export const InvitationPreview = z.object({
  organization: z.object({ id: z.string(), name: z.string() }),
  role: Role,
  email: z.string().nullable(),
  status: z.enum(['pending', 'expired', 'accepted']),
  expires_at: z.iso.datetime(),
})
export type InvitationPreview = z.infer<typeof InvitationPreview>
