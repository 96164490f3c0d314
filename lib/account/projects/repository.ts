import { prisma } from '@/lib/platform/db'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import type { Prisma, Project } from '@/prisma/generated/client'

export type ProjectRow = Project

/** By name. */
export function listProjectRows(customerId: string): Promise<ProjectRow[]> {
  return prisma.project.findMany({ where: { customerId }, orderBy: [{ name: 'asc' }, { id: 'asc' }] })
}

export function findProjectRow(customerId: string, id: string): Promise<ProjectRow | null> {
  return prisma.project.findFirst({ where: { id, customerId } })
}

/** Undefined: the organization has `most` already. */
export function insertProject(
  data: Prisma.ProjectUncheckedCreateInput,
  most: number,
): Promise<ProjectRow | undefined> {
  const { customerId } = data
  return inTransaction(async (transaction) => {
    const lock = `portico:projects:${customerId}`
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`
    if ((await transaction.project.count({ where: { customerId } })) >= most) return undefined
    return transaction.project.create({ data })
  })
}

/** Undefined: there is none. `together` is part of the transaction. */
export function updateProject(
  customerId: string,
  id: string,
  data: Prisma.ProjectUncheckedUpdateInput,
  together: (transaction: Transaction) => Promise<void>,
): Promise<ProjectRow | undefined> {
  return inTransaction(async (transaction) => {
    const [row] = await transaction.project.updateManyAndReturn({ where: { id, customerId }, data })
    if (row) await together(transaction)
    return row
  })
}

/** False: there is none. `check` runs while no key can be put into the project. */
export function deleteProjectRow(
  customerId: string,
  id: string,
  check: (transaction: Transaction) => Promise<void>,
): Promise<boolean> {
  return inTransaction(async (transaction) => {
    await transaction.$executeRaw`SELECT FROM projects WHERE id = ${id} AND customer_id = ${customerId} FOR UPDATE`
    await check(transaction)
    const { count } = await transaction.project.deleteMany({ where: { id, customerId } })
    return count > 0
  })
}

/** Of a deleted customer. */
export async function eraseProjectsOf(customerId: string): Promise<void> {
  await prisma.project.deleteMany({ where: { customerId } })
}

export function listProjectNames(customerId: string, ids: string[]) {
  return prisma.project.findMany({ where: { customerId, id: { in: ids } }, select: { id: true, name: true } })
}
