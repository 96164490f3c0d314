/**
 * Provisioning: an organization's identity provider says who its members are, and by their groups which role they have (SCIM 2.0).
 * It acts with a token of the organization. What it sends is in `scim-schema.ts`.
 */
import { z } from 'zod'
import { leftOpen, sentBack } from '@/lib/platform/fields'
import { Role } from '@/lib/platform/roles'

/** Owners are made by owners alone. */
export const GivenRole = Role.exclude(['owner'])
export type GivenRole = z.infer<typeof GivenRole>

const ScimToken = z.object({
  last4: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
})

export const ProvisioningGroup = z.object({
  id: z.string(),
  display_name: z.string(),
  /** As set here; null: the role that the group is named after, if it is. */
  role: GivenRole.or(z.literal('none')).nullable(),
  /** What its members get by it; null: nothing. */
  effective_role: GivenRole.nullable(),
  member_count: z.int(),
})
export type ProvisioningGroup = z.infer<typeof ProvisioningGroup>

export const ProvisioningSettings = z.object({
  /** Where the identity provider sends its requests. */
  base_url: z.string(),
  token: ScimToken.nullable(),
  /** Of members whose groups give none. */
  default_role: GivenRole,
  /** Active users, and how many of them have joined. */
  user_count: z.int(),
  joined_count: z.int(),
  groups: z.array(ProvisioningGroup),
})
export type ProvisioningSettings = z.infer<typeof ProvisioningSettings>

export const UpdateProvisioningRequest = sentBack(
  z.strictObject({ default_role: leftOpen(GivenRole).optional() }),
  ProvisioningSettings,
)
export type UpdateProvisioningRequest = z.infer<typeof UpdateProvisioningRequest>

/** The token is returned only once. */
export const NewScimToken = ScimToken.extend({ token: z.string(), base_url: z.string() })
export type NewScimToken = z.infer<typeof NewScimToken>

export const DeletedScimToken = z.object({ object: z.literal('scim_token'), deleted: z.literal(true) })
export type DeletedScimToken = z.infer<typeof DeletedScimToken>

export const ProvisioningGroupParams = z.object({ id: z.string() })

export const UpdateProvisioningGroupRequest = sentBack(
  z.strictObject({ role: ProvisioningGroup.shape.role }),
  ProvisioningGroup,
)
export type UpdateProvisioningGroupRequest = z.infer<typeof UpdateProvisioningGroupRequest>
