import { z } from 'zod'

/**
 * What members of an organization may do: the one table that every route is checked against (`needs` of its declaration), and
 * that the console shows.
 */
export const Role = z.enum(['owner', 'admin', 'developer', 'billing', 'viewer'])
export type Role = z.infer<typeof Role>

const everyone = Role.options
const managers = ['owner', 'admin'] as const
const makers = ['owner', 'admin', 'developer'] as const

type Row = { roles: readonly Role[]; allows: string }

/** Each permission, with who has it and what it allows. Own things are those that the member made. */
export const permissionTable = {
  'models.use': {
    roles: makers,
    allows: 'Call models, in the playground and the studios too; change tasks, portraits, files and shares',
  },
  'work.read': { roles: [...makers, 'viewer'], allows: 'See tasks, batches, portraits, files and shares' },
  'keys.list': { roles: [...makers, 'viewer'], allows: 'See own API keys and the contents that they store' },
  'keys.own': { roles: makers, allows: 'Create and change own API keys' },
  'keys.read': { roles: [...managers, 'viewer'], allows: 'See everybody’s API keys and stored contents' },
  'keys.manage': { roles: managers, allows: 'Create and change everybody’s API keys' },
  'usage.own': { roles: everyone, allows: 'See the usage of own requests' },
  'usage.read': { roles: [...managers, 'billing', 'viewer'], allows: 'See everybody’s usage' },
  'billing.read': {
    roles: [...managers, 'billing', 'viewer'],
    allows: 'See the balance, orders and documents',
  },
  'billing.manage': { roles: [...managers, 'billing'], allows: 'Add credit and change billing' },
  'settings.read': {
    roles: [...makers, 'viewer'],
    allows: 'See webhooks, alerts, budgets, provider keys and data rules',
  },
  'settings.manage': {
    roles: managers,
    allows: 'Change webhooks, alerts, budgets, provider keys and data rules',
  },
  'organization.read': { roles: everyone, allows: 'See the organization, its members and projects' },
  'organization.manage': {
    roles: managers,
    allows: 'Change members, invitations, projects, limits and provisioning',
  },
  'organization.own': { roles: ['owner'], allows: 'Make and remove owners, and delete the organization' },
  'audit.read': { roles: managers, allows: 'See the audit log' },
} as const satisfies Record<string, Row>

export type Permission = keyof typeof permissionTable

const table: Readonly<Record<Permission, Row>> = permissionTable
export const permissions = Object.keys(permissionTable) as readonly Permission[]

/** What each allows, in words. */
export const permissionLabels = Object.fromEntries(permissions.map((name) => [name, table[name].allows]))

export function mayDo(role: Role, permission: Permission): boolean {
  return table[permission].roles.includes(role)
}

export const rolesWith = (permission: Permission): Role[] => [...table[permission].roles]

export const permissionsOf = (role: Role): Permission[] =>
  permissions.filter((permission) => mayDo(role, permission))
