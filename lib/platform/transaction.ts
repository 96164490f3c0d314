import { prisma } from './db'

/** A database transaction that several repositories may use. */
export type Transaction = Parameters<Parameters<typeof prisma.$transaction>[0]>[0]

/** Runs `work` in a transaction. */
export function inTransaction<Value>(work: (transaction: Transaction) => Promise<Value>): Promise<Value> {
  return prisma.$transaction(work)
}
