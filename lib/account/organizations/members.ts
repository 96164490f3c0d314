import { everywhere, readSpend, saveSpendLimit, spendLimitColumns } from '@/lib/account/api-keys/spend'
import {
  changeMembership,
  endMembership,
  findMember,
  listMemberPage,
  lockOrganization,
  type MemberRow,
} from '@/lib/account/identity/memberships'
import { type Caller, isAllowed, ownOnly, requirePerson } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { toCountedPage } from '@/lib/platform/page-cursor'
import type { Permission, Role } from '@/lib/platform/roles'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import { spendOf } from './organization'
import type {
  HandOverRequest,
  Member,
  MemberPage,
  MembersQuery,
  RemovedMember,
  UpdateMemberRequest,
} from './schema'

/** A page of the organization's members. */
export async function listMembers(
  caller: Caller,
  { search, role, sort, limit, cursor }: MembersQuery,
): Promise<MemberPage> {
  const offset = Number(cursor)
  const { rows, total } = await listMemberPage(caller.customerId, { search, role, sort }, { limit, offset })
  const { object, has_more, next_cursor } = toCountedPage(rows, { total, limit, offset })
  return { object, data: await present(caller, rows), has_more, next_cursor, total }
}

async function present(caller: Caller, rows: readonly MemberRow[]): Promise<Member[]> {
  const spend = await readSpend(caller.customerId, 'member', rows)
  const own = ownOnly(caller, 'usage.read')
  return rows.map(({ id, userId, name, email, role, createdAt }) => ({
    id,
    object: 'member',
    user_id: userId,
    name,
    email,
    role,
    ...spendOf(spend, id),
    ...(own !== undefined && own !== id && { used_usd: null, limit_remaining_usd: null }),
    created_at: createdAt.toISOString(),
  }))
}

/**
 * Changes a member's role or limit, effective on every node when this resolves. Only owners make owners and change them. Throws
 * `not_found`, `insufficient_role`, `last_owner`.
 */
export async function updateMember(
  caller: Caller,
  id: string,
  { role, ...limit }: UpdateMemberRequest,
): Promise<Member> {
  const { customerId } = caller
  const change = spendLimitColumns(limit)
  const before = await readMember(customerId, id)
  const save = () =>
    changeMembers(caller, async (actor, transaction) => {
      const member = await readMember(customerId, id, transaction)
      requireToChange(actor, [member.role, role])
      await changeMembership(member, { ...change, ...(role !== undefined && { role }) }, transaction)
      return { ...member, ...change, ...(role !== undefined && { role }) }
    })
  const isLimit = Object.keys(change).length > 0
  if (isLimit) requireToChange(caller, [before.role, role])
  const after = await (isLimit
    ? saveSpendLimit(customerId, 'member', { before, change }, save)
    : save().finally(everywhere))
  return presentOne(caller, after)
}

async function presentOne(caller: Caller, row: MemberRow): Promise<Member> {
  const [member] = await present(caller, [row])
  if (member === undefined) throw new AppError('not_found')
  return member
}

/**
 * Removes a member, or leaves: own keys are revoked on every node when this resolves. Throws `not_found`, `insufficient_role`,
 * `last_owner`.
 */
export async function removeMember(caller: Caller, id: string): Promise<RemovedMember> {
  const isOwn = caller.member?.id === id
  if (!isOwn) requirePermission(caller, 'organization.manage')
  await changeMembers(caller, async (actor, transaction) => {
    const member = await readMember(caller.customerId, id, transaction)
    if (!isOwn) requireToChange(actor, [member.role])
    await endMembership(member, transaction)
  })
  await everywhere()
  return { id, object: 'member', deleted: true }
}

/** Makes another member an owner, and the caller an admin. Throws `not_found`, `insufficient_role`. */
export async function handOver(caller: Caller, { member_id: id }: HandOverRequest): Promise<Member> {
  requirePerson(caller)
  const { customerId, member: own } = caller
  if (own === undefined || own.id === id)
    throw new AppError('invalid_parameter', {
      param: 'member_id',
      message: 'member_id must be another member.',
    })
  const heir = await changeMembers(caller, async (actor, transaction) => {
    requirePermission(actor, 'organization.own')
    const [next, before] = [
      await readMember(customerId, id, transaction),
      await readMember(customerId, own.id, transaction),
    ]
    await changeMembership(next, { role: 'owner' }, transaction)
    await changeMembership(before, { role: 'admin' }, transaction)
    return { ...next, role: 'owner' as const }
  })
  await everywhere()
  return presentOne(caller, heir)
}

/**
 * Runs `change` while the organization is locked, with the caller's role as of then: it may have been taken since the request was
 * authenticated.
 */
export function changeMembers<Value>(
  caller: Caller,
  change: (actor: Caller, transaction: Transaction) => Promise<Value>,
): Promise<Value> {
  const { customerId, member } = caller
  return inTransaction(async (transaction) => {
    await lockOrganization(customerId, transaction)
    if (member === undefined) return change(caller, transaction)
    const now = await findMember({ id: member.id, customerId }, transaction)
    if (now === null) throw new AppError('not_found')
    // Nobody is more than at the beginning: not every key of an owner acts as one.
    const role = now.role === 'owner' ? member.role : now.role
    return change({ ...caller, member: { id: now.id, role } }, transaction)
  })
}

function requireToChange(actor: Caller, roles: readonly (Role | undefined)[]): void {
  requirePermission(actor, roles.includes('owner') ? 'organization.own' : 'organization.manage')
}

export function requirePermission(actor: Caller, needed: Permission): void {
  if (isAllowed(actor, needed)) return
  const message =
    needed === 'organization.own' ? 'Only an owner can make, change or remove owners.' : undefined
  throw new AppError('insufficient_role', {
    ...(message !== undefined && { message }),
    metadata: { required_permission: needed },
  })
}

/** Throws `not_found`. Other ids are not looked up: PostgreSQL rejects text with a NUL, for example. */
async function readMember(customerId: string, id: string, transaction?: Transaction): Promise<MemberRow> {
  const row = /^mbr_[0-9a-z]{1,40}$/.test(id) ? await findMember({ id, customerId }, transaction) : null
  if (row === null) throw new AppError('not_found')
  return row
}
