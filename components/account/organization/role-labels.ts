import type { Member } from '@/lib/account/organizations/schema'

export const roleLabels = {
  owner: 'Owner',
  admin: 'Admin',
  developer: 'Developer',
  billing: 'Billing',
  viewer: 'Viewer',
} satisfies Record<Member['role'], string>

/** The most common first. */
export const inviteRoles = ['developer', 'viewer', 'billing', 'admin', 'owner'] as const
