import { prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'
import type { Prisma, ProviderAccount, ProviderStatement } from '@/prisma/generated/client'

/** The tables of accounts at providers and of their statements. */
export type AccountRow = ProviderAccount
export type StatementRecord = ProviderStatement

export function listAccountRows(): Promise<AccountRow[]> {
  return prisma.providerAccount.findMany()
}

export function findAccountRow(
  providerId: string,
  transaction: Transaction | typeof prisma = prisma,
): Promise<AccountRow | null> {
  return transaction.providerAccount.findUnique({ where: { providerId } })
}

export async function saveAccount(
  providerId: string,
  data: Omit<Prisma.ProviderAccountUncheckedCreateInput, 'providerId'>,
  transaction: Transaction | typeof prisma = prisma,
): Promise<AccountRow> {
  const create = { providerId, ...data }
  return transaction.providerAccount.upsert({ where: { providerId }, create, update: data })
}

export function insertStatement(
  data: Prisma.ProviderStatementUncheckedCreateInput,
  transaction: Transaction,
): Promise<StatementRecord> {
  return transaction.providerStatement.create({ data })
}

export function findStatement(id: string): Promise<StatementRecord | null> {
  return prisma.providerStatement.findUnique({ where: { id } })
}

/** Newest first, without their lines and rows. */
export function listStatementRows(limit: number): Promise<Omit<StatementRecord, 'lines' | 'rows'>[]> {
  const omit = { lines: true, rows: true }
  return prisma.providerStatement.findMany({ omit, orderBy: { id: 'desc' }, take: limit })
}

/** Ends a queued statement, once. */
export async function endStatement(
  id: string,
  data: Prisma.ProviderStatementUncheckedUpdateInput,
): Promise<void> {
  await prisma.providerStatement.updateMany({ where: { id, status: 'queued' }, data })
}
