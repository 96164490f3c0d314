import { z } from 'zod'
import { prisma } from '@/lib/platform/db'
import { escapeLike } from '@/lib/platform/escape'
import { newId } from '@/lib/platform/ids'
import { Role } from '@/lib/platform/roles'
import type { Transaction } from '@/lib/platform/transaction'
import { Prisma } from '@/prisma/generated/client'

/** Memberships in force: not ended, of a person whose account is there. */
export const inForce = { endedAt: null, userId: { not: null } } satisfies Prisma.MembershipWhereInput

export const oldestFirst = [
  { createdAt: 'asc' },
  { id: 'asc' },
] satisfies Prisma.MembershipOrderByWithRelationInput[]

const MemberRow = z.object({
  id: z.string(),
  customerId: z.string(),
  userId: z.string(),
  role: Role,
  source: z.string().nullable(),
  limitNanos: z.bigint().nullable(),
  limitReset: z.enum(['daily', 'weekly', 'monthly']).nullable(),
  createdAt: z.date(),
  name: z.string(),
  email: z.string(),
})
export type MemberRow = z.infer<typeof MemberRow>

const withPerson = { user: { select: { name: true, email: true } } }

type PersonRow = { user: { name: string; email: string } | null }

/** Empty when the person was deleted since: Prisma reads people in a statement of its own, after the memberships. */
function toMemberRows({ user, ...row }: PersonRow): MemberRow[] {
  return user === null ? [] : [MemberRow.parse({ ...row, ...user })]
}

export async function findMemberRow(
  where: { customerId: string } & ({ id: string } | { userId: string } | { user: { email: string } }),
  transaction: Transaction = prisma,
): Promise<MemberRow | null> {
  const query = { where: { AND: [where, inForce] }, include: withPerson }
  const row = await transaction.membership.findFirst(query)
  return (row && toMemberRows(row)[0]) ?? null
}

/** All of a person's, oldest first, with the organizations. */
export async function listMemberRowsOf(userId: string, transaction: Transaction = prisma) {
  const rows = await transaction.membership.findMany({
    where: { userId, endedAt: null, customer: { deletedAt: null } },
    orderBy: oldestFirst,
    include: { ...withPerson, customer: { select: { name: true, isOperator: true } } },
  })
  return rows.flatMap(({ customer, ...row }) => toMemberRows(row).map((one) => ({ ...one, customer })))
}

/** Those with one of the roles, oldest first. */
export async function listMemberRowsBy(
  customerId: string,
  roles: readonly Role[],
  limit: number,
): Promise<MemberRow[]> {
  const where = { ...inForce, customerId, role: { in: [...roles] } }
  const query = { where, orderBy: oldestFirst, include: withPerson, take: limit }
  return (await prisma.membership.findMany(query)).flatMap(toMemberRows)
}

/** Names and roles by user id; people who are no members are left out. */
export async function listMemberRoles(
  customerId: string,
  userIds: string[],
  transaction: Transaction = prisma,
): Promise<Map<string, { name: string; role: Role }>> {
  const where = { customerId, endedAt: null, userId: { in: userIds } }
  const rows = await transaction.membership.findMany({ where, include: withPerson })
  return new Map(rows.flatMap(toMemberRows).map(({ userId, name, role }) => [userId, { name, role }]))
}

export type MemberFilter = {
  /** Part of a name or an email; empty: all. */
  search: string
  role: Role | undefined
  sort: 'name' | 'email' | 'role' | 'created'
}

const orders = {
  name: Prisma.sql`lower(u.name)`,
  email: Prisma.sql`u.email`,
  role: Prisma.sql`array_position(${Role.options}::text[], m.role), lower(u.name)`,
  created: Prisma.sql`m.created_at`,
}

/** A page of an organization's members, with how many there are in all. */
export async function listMemberPage(
  customerId: string,
  { search, role, sort }: MemberFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: MemberRow[]; total: number }> {
  const part = `%${escapeLike(search)}%`
  const found = await prisma.$queryRaw`
    SELECT m.id, m.customer_id AS "customerId", m.user_id AS "userId", m.role, m.source, m.limit_nanos AS "limitNanos",
           m.limit_reset AS "limitReset", m.created_at AS "createdAt", u.name, u.email, count(*) OVER ()::int AS total
      FROM memberships m JOIN users u ON u.id = m.user_id
     WHERE m.customer_id = ${customerId} AND m.ended_at IS NULL
       AND (${search} = '' OR u.name ILIKE ${part} OR u.email ILIKE ${part})
       AND (${role ?? null}::text IS NULL OR m.role = ${role ?? null})
     ORDER BY ${orders[sort]}, m.id LIMIT ${limit} OFFSET ${offset}`
  const rows = z.array(MemberRow.extend({ total: z.int() })).parse(found)
  return { rows, total: rows[0]?.total ?? 0 }
}

/** Organizations without members are left out. */
export async function countMemberRows(
  customerIds: string[],
  role?: Role,
  transaction: Transaction = prisma,
): Promise<Map<string, number>> {
  const rows = await transaction.membership.groupBy({
    by: ['customerId'],
    where: { ...inForce, customerId: { in: customerIds }, ...(role !== undefined && { role }) },
    _count: true,
  })
  return new Map(rows.map(({ customerId, _count }) => [customerId, _count]))
}

/** Begins a membership, again if there was one before. */
export async function saveMembership(
  of: { customerId: string; userId: string },
  data: { role: Role; source: string | null; createdAt: Date },
  transaction: Transaction,
): Promise<string> {
  const { id } = await transaction.membership.upsert({
    where: { customerId_userId: of },
    create: { id: newId('mbr'), ...of, ...data },
    update: { ...data, roleSince: null, endedAt: null, limitNanos: null, limitReset: null },
  })
  return id
}

export async function updateMembership(
  id: string,
  data: {
    role?: Role
    roleSince?: Date
    limitNanos?: bigint | null
    limitReset?: string | null
    endedAt?: Date
  },
  transaction: Transaction,
): Promise<void> {
  await transaction.membership.update({ where: { id }, data })
}

/** Gives memberships in force a role, but those who have one of `kept`. Returns how many changed. */
export function updateRoles(
  customerId: string,
  ids: string[],
  { role, kept }: { role: Role; kept: readonly Role[] },
  transaction: Transaction,
): Promise<number> {
  return transaction.$executeRaw`
    UPDATE memberships SET role = ${role}
     WHERE customer_id = ${customerId} AND ended_at IS NULL AND user_id IS NOT NULL
       AND id = ANY(${ids}) AND role <> ALL(${[...kept, role]})`
}

/** People whose personal organization it is. */
export function listHomePeople(customerId: string, transaction: Transaction) {
  return transaction.user.findMany({ where: { customerId }, select: { id: true, name: true } })
}

/** Gives a person another personal organization. */
export async function replaceHome(
  userId: string,
  customer: { id: string; name: string },
  transaction: Transaction,
): Promise<void> {
  await transaction.user.update({ where: { id: userId }, data: { customer: { create: customer } } })
}

export function findOrganization(id: string) {
  return prisma.customer.findUniqueOrThrow({
    where: { id },
    select: { id: true, name: true, limitNanos: true, limitReset: true, createdAt: true },
  })
}

export async function insertOrganization(
  customer: { id: string; name: string },
  transaction: Transaction,
): Promise<void> {
  await transaction.customer.create({ data: customer })
}

export async function updateOrganization(
  id: string,
  data: { name?: string; limitNanos?: bigint | null; limitReset?: string | null },
  transaction: Transaction,
): Promise<void> {
  await transaction.customer.update({ where: { id }, data })
}

/** Where the person's next session begins. */
export async function updateCurrentOrganization(
  userId: string,
  currentCustomerId: string,
  transaction: Transaction = prisma,
): Promise<void> {
  await transaction.user.updateMany({ where: { id: userId }, data: { currentCustomerId } })
}

/** Members with the names of their people, ended ones too; without `ids`, all. */
export function listMemberNames(customerId: string, ids?: string[]) {
  return prisma.membership.findMany({
    where: { customerId, ...(ids && { id: { in: ids } }) },
    select: { id: true, endedAt: true, user: { select: { name: true, email: true } } },
  })
}
