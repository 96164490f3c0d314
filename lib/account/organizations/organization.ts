import { forgetKeysOf } from '@/lib/account/api-keys/keys'
import { readSpend, saveSpendLimit, spendLimitColumns } from '@/lib/account/api-keys/spend'
import {
  countMembers,
  findOrganization,
  listMembershipsOf,
  lockOrganization,
  lockPerson,
  openOrganization,
  saveOrganization,
  updateCurrentOrganization,
} from '@/lib/account/identity/memberships'
import { switchedCookie } from '@/lib/account/identity/sessions'
import { type Caller, requirePerson } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { checkVisible } from '@/lib/platform/parse-input'
import { permissionLabels, permissionsOf, Role } from '@/lib/platform/roles'
import { inTransaction } from '@/lib/platform/transaction'
import type {
  CreateOrganizationRequest,
  Organization,
  OrganizationItem,
  OrganizationList,
  SwitchRequest,
  UpdateOrganizationRequest,
} from './schema'

/** The organization that the caller acts for. */
export async function readOrganization({ customerId, member }: Caller): Promise<Organization> {
  const [row, members] = await Promise.all([findOrganization(customerId), countMembers([customerId])])
  const spend = await readSpend(customerId, 'organization', [row])
  return {
    id: row.id,
    object: 'organization',
    name: row.name,
    ...spendOf(spend, row.id),
    member_count: members.get(customerId) ?? 0,
    role: member?.role ?? null,
    member_id: member?.id ?? null,
    permissions: permissionsOf(member?.role ?? 'admin'),
    permission_labels: permissionLabels,
    roles: Role.options.map((role) => ({ role, permissions: permissionsOf(role) })),
    created_at: row.createdAt.toISOString(),
  }
}

/** The spend of one of `readSpend`. */
export function spendOf<Spend>(spend: ReadonlyMap<string, Spend>, id: string): Spend {
  const found = spend.get(id)
  if (found === undefined) throw new Error(`the spend of ${id} was not read`)
  return found
}

/** Changes the given fields only; a limit is effective on every node when this resolves. */
export async function updateOrganization(
  caller: Caller,
  { name, ...limit }: UpdateOrganizationRequest,
): Promise<Organization> {
  const { customerId } = caller
  const before = await findOrganization(customerId)
  checkVisible(name, before.name)
  const change = spendLimitColumns(limit)
  const save = () =>
    inTransaction(async (transaction) => {
      await lockOrganization(customerId, transaction)
      await saveOrganization(customerId, { ...change, ...(name !== undefined && { name }) }, transaction)
      if (Object.keys(change).length > 0) await forgetKeysOf(customerId, transaction)
      return { ...before, ...change }
    })
  if (Object.keys(change).length === 0) await save()
  else await saveSpendLimit(customerId, 'organization', { before, change }, save)
  return readOrganization(caller)
}

/** The person's organizations, the one they joined first before the others. */
export async function listOrganizations(caller: Caller): Promise<OrganizationList> {
  const memberships = await listMembershipsOf(requirePerson(caller))
  const counts = await countMembers(memberships.map(({ customerId }) => customerId))
  const data = memberships.map(({ customerId, customer, role }) => ({
    id: customerId,
    name: customer.name,
    role,
    is_current: customerId === caller.customerId,
    member_count: counts.get(customerId) ?? 0,
  }))
  return { object: 'list', data, has_more: false, next_cursor: '' }
}

const MOST_ORGANIZATIONS = 50

/** Another organization, which the person owns. It begins without credit. */
export async function createOrganization(
  caller: Caller,
  { name }: CreateOrganizationRequest,
): Promise<OrganizationItem> {
  const userId = requirePerson(caller)
  const id = await inTransaction(async (transaction) => {
    await lockPerson(userId, transaction)
    if ((await listMembershipsOf(userId, transaction)).length >= MOST_ORGANIZATIONS)
      throw new AppError('invalid_parameter', {
        message: `A person can be in at most ${MOST_ORGANIZATIONS} organizations. Leave one first.`,
      })
    return openOrganization(userId, name, transaction)
  })
  return { id, name, role: 'owner', is_current: false, member_count: 1 }
}

/** The session acts for another of the person's organizations; so do new ones. Throws `not_found`. */
export async function switchOrganization(
  caller: Caller,
  { id }: SwitchRequest,
  cookieHeader: string,
): Promise<{ value: OrganizationItem; cookie: string }> {
  const userId = requirePerson(caller)
  const { data } = await listOrganizations({ ...caller, customerId: id })
  const chosen = data.find((one) => one.is_current)
  const cookie = chosen && (await switchedCookie(cookieHeader, id))
  if (!chosen || !cookie) throw new AppError('not_found')
  await updateCurrentOrganization(userId, id)
  return { value: chosen, cookie }
}
