import { z } from 'zod'
import { prisma } from '@/lib/platform/db'
import { escapeLike } from '@/lib/platform/escape'
import { rolesWith } from '@/lib/platform/roles'
import type { Transaction } from '@/lib/platform/transaction'
import type { Prisma } from '@/prisma/generated/client'
import { inForce, oldestFirst } from './memberships-repository'
import { Email } from './schema'

/** Customers and their members, for operators. */
const MOST_MEMBERS = 200

const withMembers = (most: number) =>
  ({
    memberships: {
      where: inForce,
      orderBy: oldestFirst,
      take: most,
      include: { user: { include: { oauth: true, secondFactor: true } } },
    },
  }) satisfies Prisma.CustomerInclude

export type CustomerRow = Prisma.CustomerGetPayload<{ include: ReturnType<typeof withMembers> }>

/** A deleted customer is not also suspended. */
type CustomerStatus = 'active' | 'suspended' | 'deleted'

const conditions = {
  active: { suspendedAt: null, deletedAt: null },
  suspended: { suspendedAt: { not: null }, deletedAt: null },
  deleted: { deletedAt: { not: null } },
} satisfies Record<CustomerStatus, Prisma.CustomerWhereInput>

export type CustomerFilter = {
  /** Part of a name, an email or an id; empty: all. */
  text: string
  status: CustomerStatus | undefined
  /** The last id of the page before. */
  beforeId: string | undefined
}

export type CustomerPage = { sort: 'newest' | 'name'; offset: number; limit: number }

/** Each with its first member. Ids begin with their time. */
export function listCustomerRows(
  filter: CustomerFilter,
  { sort, offset, limit }: CustomerPage,
): Promise<CustomerRow[]> {
  return prisma.customer.findMany({
    where: whereOf(filter),
    include: withMembers(1),
    orderBy: [...(sort === 'name' ? [{ name: 'asc' } as const] : []), { id: 'desc' }],
    skip: offset,
    take: limit,
  })
}

export function listCustomerRowsOf(ids: readonly string[]): Promise<CustomerRow[]> {
  return prisma.customer.findMany({ where: { id: { in: [...ids] } }, include: withMembers(1) })
}

export async function searchCustomerIds(filter: CustomerFilter): Promise<string[]> {
  return (await prisma.customer.findMany({ where: whereOf(filter), select: { id: true } })).map(
    ({ id }) => id,
  )
}

/** On all pages. */
export function countFound({ text, status }: CustomerFilter): Promise<number> {
  return prisma.customer.count({ where: whereOf({ text, status, beforeId: undefined }) })
}

function whereOf({ text, status, beforeId }: CustomerFilter): Prisma.CustomerWhereInput {
  return {
    ...(beforeId !== undefined && { id: { lt: beforeId } }),
    ...(status !== undefined && conditions[status]),
    ...(text !== '' && { OR: matches(text) }),
  }
}

function matches(text: string): Prisma.CustomerWhereInput[] {
  const part = (of: string) => ({ contains: escapeLike(of), mode: 'insensitive' }) as const
  const [id, name] = [part(text.normalize('NFKC')), part(text)]
  const email = part(Email.safeParse(text).data ?? text.normalize('NFKC'))
  return [{ id }, { name }, { memberships: { some: { ...inForce, user: { OR: [{ email }, { name }] } } } }]
}

export function findCustomerRow(id: string): Promise<CustomerRow | null> {
  return prisma.customer.findUnique({ where: { id }, include: withMembers(MOST_MEMBERS) })
}

/** Customers that are not deleted. */
export async function countCustomers(): Promise<{ total: number; suspended: number }> {
  const [total, suspended] = await Promise.all([
    prisma.customer.count({ where: { deletedAt: null } }),
    prisma.customer.count({ where: conditions.suspended }),
  ])
  return { total, suspended }
}

const NewCustomers = z.object({ /** 1 for the first interval. */ stretch: z.number(), count: z.number() })

/** Sign-ups in each interval between two times; empty intervals are left out. */
export async function countNewCustomerRows(bounds: readonly Date[]): Promise<z.infer<typeof NewCustomers>[]> {
  const rows = await prisma.$queryRaw`
    SELECT width_bucket(created_at, ${bounds}::timestamptz[]) AS stretch, count(*)::int AS count
      FROM customers WHERE created_at >= ${bounds[0]} AND created_at < ${bounds.at(-1)} GROUP BY 1`
  return z.array(NewCustomers).parse(rows)
}

/** Unknown ids are left out. */
export function listCustomerNameRows(ids: string[]): Promise<{ id: string; name: string }[]> {
  return prisma.customer.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })
}

/** What decides whether a customer's tokens work. */
export function findCustomerStatus(id: string) {
  return prisma.customer.findUnique({
    where: { id },
    select: { suspendedAt: true, deletedAt: true, isDemo: true },
  })
}

/** Of all memberships of a person, ended ones too. */
export async function listMemberIds(userId: string, transaction: Transaction): Promise<string[]> {
  const rows = await transaction.membership.findMany({ where: { userId }, select: { id: true } })
  return rows.map(({ id }) => id)
}

/** Locks the customer until the transaction ends, also against new keys. Null: not found. */
export async function lockCustomerRow(id: string, transaction: Transaction) {
  await transaction.$queryRaw`SELECT 1 FROM customers WHERE id = ${id} FOR UPDATE`
  return transaction.customer.findUnique({ where: { id } })
}

export async function updateSuspension(
  id: string,
  suspendedAt: Date | null,
  transaction: Transaction,
): Promise<void> {
  await transaction.customer.update({ where: { id }, data: { suspendedAt } })
}

export async function updateAigcGroups(
  id: string,
  aigcGroups: boolean,
  transaction: Transaction,
): Promise<void> {
  await transaction.customer.update({ where: { id }, data: { aigcGroups } })
}

export async function updateCallLimits(
  id: string,
  data: { rateLimitTpm?: number | null; maxConcurrency?: number | null },
  transaction: Transaction,
): Promise<void> {
  await transaction.customer.update({ where: { id }, data })
}

/** Returns the ids without a customer. */
export async function updateOperators(ids: string[]): Promise<string[]> {
  await prisma.customer.updateMany({
    where: { isOperator: true, isDemo: false, id: { notIn: ids } },
    data: { isOperator: false },
  })
  await prisma.customer.updateMany({ where: { id: { in: ids } }, data: { isOperator: true } })
  const there = await prisma.customer.findMany({ where: { id: { in: ids } }, select: { id: true } })
  return ids.filter((id) => there.every((row) => row.id !== id))
}

/** Emails of operators, without the demo's. */
export async function listOperatorEmails(): Promise<string[]> {
  const customer = { isOperator: true, isDemo: false, deletedAt: null }
  const memberships = { some: { endedAt: null, role: { in: rolesWith('organization.manage') }, customer } }
  const rows = await prisma.user.findMany({ where: { memberships }, orderBy: { id: 'asc' } })
  return rows.map(({ email }) => email)
}

/** Replaces the name of a deleted customer. */
const NAMELESS = 'Deleted account'

/** Ends all memberships too. */
export async function deleteOrganizationRow(
  customerId: string,
  deletedAt: Date,
  transaction: Transaction,
): Promise<void> {
  await transaction.membership.updateMany({
    where: { customerId, endedAt: null },
    data: { endedAt: deletedAt },
  })
  await transaction.customer.update({
    where: { id: customerId },
    data: { name: NAMELESS, deletedAt, eraseAt: deletedAt },
  })
}

const Erasure = z.object({ id: z.string(), deletedAt: z.date() })

/** Claims deleted customers that are due, for this process alone: no other sees them before `retryAt`. */
export async function claimDueErasures(
  now: Date,
  retryAt: Date,
  limit: number,
): Promise<z.infer<typeof Erasure>[]> {
  const rows = await prisma.$queryRaw`
    UPDATE customers SET erase_at = ${retryAt}
     WHERE id IN (SELECT id FROM customers WHERE erase_at <= ${now} AND deleted_at IS NOT NULL
                   ORDER BY erase_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id, deleted_at AS "deletedAt"`
  return z.array(Erasure).parse(rows)
}

/** Marks a deleted customer as erased. Only what accounting needs is left. */
export async function endErasure(customerId: string): Promise<void> {
  await prisma.customer.updateMany({
    where: { id: customerId, deletedAt: { not: null } },
    data: { eraseAt: null },
  })
}
