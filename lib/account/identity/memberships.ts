import { forgetKeysOf, revokeKeysOfMember } from '@/lib/account/api-keys/keys'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import type { Role } from '@/lib/platform/roles'
import type { Transaction } from '@/lib/platform/transaction'
import { lockCustomerRow } from './customers-repository'
import {
  countMemberRows,
  insertOrganization,
  listHomePeople,
  listMemberNames,
  type MemberRow,
  replaceHome,
  saveMembership,
  updateMembership,
  updateRoles,
} from './memberships-repository'

export { listMemberIds as listMemberIdsOf } from './customers-repository'
export {
  countMemberRows as countMembers,
  findMemberRow as findMember,
  findOrganization,
  listMemberPage,
  listMemberRoles,
  listMemberRowsOf as listMembershipsOf,
  type MemberFilter,
  type MemberRow,
  updateCurrentOrganization,
  updateOrganization as saveOrganization,
} from './memberships-repository'
export { lockUser as lockPerson } from './repository'

/**
 * Every change of members locks the organization first, so that two at once cannot leave it without an owner. Throws `not_found`
 * for one that was deleted.
 */
export async function lockOrganization(customerId: string, transaction: Transaction) {
  const row = await lockCustomerRow(customerId, transaction)
  if (row === null || row.deletedAt !== null) throw new AppError('not_found')
  return row
}

/** A new organization that the person owns, without trial credit. */
export async function openOrganization(
  userId: string,
  name: string,
  transaction: Transaction,
): Promise<string> {
  const customerId = newId('cus')
  await insertOrganization({ id: customerId, name }, transaction)
  const owner = { role: 'owner', source: null, createdAt: clock.now() } as const
  await saveMembership({ customerId, userId }, owner, transaction)
  return customerId
}

/** Begins a membership in a locked organization. Keys of an earlier one stay revoked, also one made while it ended. */
export async function beginMembership(
  of: { customerId: string; userId: string },
  { role, source = null }: { role: Role; source?: string | null },
  transaction: Transaction,
): Promise<string> {
  const id = await saveMembership(of, { role, source, createdAt: clock.now() }, transaction)
  await revokeKeysOfMember(of.customerId, id, transaction)
  return id
}

/** Changes a membership in a locked organization; every node knows when `transaction` commits. Throws `last_owner`. */
export async function changeMembership(
  member: MemberRow,
  data: { role?: Role; limitNanos?: bigint | null; limitReset?: string | null },
  transaction: Transaction,
): Promise<void> {
  if (data.role !== undefined && data.role !== 'owner') await refuseForLastOwner(member, transaction)
  const isOther = data.role !== undefined && data.role !== member.role
  await updateMembership(member.id, { ...data, ...(isOther && { roleSince: clock.now() }) }, transaction)
  await forgetKeysOf(member.customerId, transaction, member.id)
}

/** Gives many members of a locked organization a role, but those who have one of `kept`; every node knows when `transaction` commits. */
export async function setRoles(
  customerId: string,
  ids: string[],
  change: { role: Role; kept: readonly Role[] },
  transaction: Transaction,
): Promise<void> {
  if ((await updateRoles(customerId, ids, change, transaction)) > 0)
    await forgetKeysOf(customerId, transaction)
}

/**
 * Ends a membership in a locked organization and revokes the member's own keys. Sessions act for another organization from then
 * on; work in progress is settled as usual. Throws `last_owner`.
 */
export async function endMembership(member: MemberRow, transaction: Transaction): Promise<void> {
  await cutMembership(member, transaction)
  await keepHomes(member.customerId, member.userId, transaction)
}

/** The same for a person whose account is deleted with it. */
export async function cutMembership(member: MemberRow, transaction: Transaction): Promise<void> {
  await refuseForLastOwner(member, transaction)
  await updateMembership(member.id, { endedAt: clock.now() }, transaction)
  await revokeKeysOfMember(member.customerId, member.id, transaction)
}

async function refuseForLastOwner({ customerId, role }: MemberRow, transaction: Transaction): Promise<void> {
  if (role !== 'owner') return
  const owners = await countMemberRows([customerId], 'owner', transaction)
  if (owners.get(customerId) === 1) throw new AppError('last_owner')
}

/** Everybody has a personal organization: people who lose theirs get a new one. `userId`: only that person. */
export async function keepHomes(
  customerId: string,
  userId: string | undefined,
  transaction: Transaction,
): Promise<void> {
  for (const person of await listHomePeople(customerId, transaction)) {
    if (userId !== undefined && person.id !== userId) continue
    const home = { id: newId('cus'), name: person.name }
    await replaceHome(person.id, home, transaction)
    const owner = { role: 'owner', source: null, createdAt: clock.now() } as const
    await saveMembership({ customerId: home.id, userId: person.id }, owner, transaction)
  }
}

/** Members by id, ended ones too; without `ids`, all. A person whose account was deleted has no name. */
export async function readMemberNames(customerId: string, ids?: string[]) {
  const rows = await listMemberNames(customerId, ids)
  return new Map(
    rows.map(({ id, user, endedAt }) => [
      id,
      { name: user?.name ?? null, email: user?.email ?? null, hasEnded: endedAt !== null || user === null },
    ]),
  )
}
