import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { followGroups } from './members'
import { baseUrl, nameOf, roleOfGroup } from './presenter'
import {
  countResources,
  findProvisioning,
  findResource,
  inProvisioning,
  listGroups,
  saveProvisioning,
  updateResource,
} from './repository'
import {
  type DeletedScimToken,
  GivenRole,
  type NewScimToken,
  ProvisioningGroup,
  type ProvisioningSettings,
  type UpdateProvisioningGroupRequest,
  type UpdateProvisioningRequest,
} from './schema'
import { newToken } from './token'

export { eraseProvisioningOf } from './repository'

export async function readProvisioning({ customerId }: Caller): Promise<ProvisioningSettings> {
  const users = { customerId, kind: 'User', active: true }
  const joined = { endedAt: null, userId: { not: null } }
  const [row, groups, user_count, joined_count] = await Promise.all([
    findProvisioning(customerId),
    listGroups(customerId),
    countResources({ ...users, NOT: { member: { userId: { not: null }, endedAt: { not: null } } } }),
    countResources({ ...users, member: joined }),
  ])
  const hasToken = row !== null && row.tokenHash !== null
  return {
    base_url: baseUrl(),
    token: hasToken ? toToken(row) : null,
    default_role: GivenRole.parse(row?.defaultRole ?? 'developer'),
    user_count,
    joined_count,
    groups: groups.map(toGroup),
  }
}

type TokenRow = { tokenLast4: string | null; tokenCreatedAt: Date | null; tokenUsedAt: Date | null }

function toToken({ tokenLast4, tokenCreatedAt, tokenUsedAt }: TokenRow) {
  return {
    last4: tokenLast4 ?? '',
    created_at: (tokenCreatedAt ?? new Date(0)).toISOString(),
    last_used_at: tokenUsedAt?.toISOString() ?? null,
  }
}

function toGroup(row: Awaited<ReturnType<typeof listGroups>>[number]): ProvisioningGroup {
  return {
    id: row.id,
    display_name: nameOf(row),
    role: ProvisioningGroup.shape.role.parse(row.role),
    effective_role: roleOfGroup(row),
    member_count: row.memberCount,
  }
}

export async function updateProvisioning(
  caller: Caller,
  { default_role }: UpdateProvisioningRequest,
): Promise<ProvisioningSettings> {
  const { customerId } = caller
  if (default_role !== undefined) {
    await saveProvisioning(customerId, { defaultRole: default_role })
    await inProvisioning(customerId, (transaction) => followGroups(customerId, undefined, transaction))
  }
  return readProvisioning(caller)
}

/** Creates the token, or replaces it: the former one stops working. Only this reply contains it. */
export async function createToken({ customerId }: Caller): Promise<NewScimToken> {
  const { token, ...columns } = newToken()
  const row = await saveProvisioning(customerId, {
    ...columns,
    tokenCreatedAt: clock.now(),
    tokenUsedAt: null,
  })
  return { ...toToken(row), token, base_url: baseUrl() }
}

/** Members stay as they are. */
export async function revokeToken({ customerId }: Caller): Promise<DeletedScimToken> {
  await saveProvisioning(customerId, {
    tokenHash: null,
    tokenLast4: null,
    tokenCreatedAt: null,
    tokenUsedAt: null,
  })
  return { object: 'scim_token', deleted: true }
}

/** Throws `not_found`. */
export async function setGroupRole(
  { customerId }: Caller,
  id: string,
  { role }: UpdateProvisioningGroupRequest,
): Promise<ProvisioningGroup> {
  await inProvisioning(customerId, async (transaction) => {
    const found = await findResource(customerId, { kind: 'Group', id }, transaction)
    if (found === null) throw new AppError('not_found')
    await updateResource(id, { role }, transaction)
    await followGroups(customerId, undefined, transaction)
  })
  const [row] = await listGroups(customerId, id)
  if (row === undefined) throw new AppError('not_found')
  return toGroup(row)
}
