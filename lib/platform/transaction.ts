import { prisma } from './db'

/** A database transaction that several repositories may write in. */
export type Transaction = Parameters<Parameters<typeof prisma.$transaction>[0]>[0]

/** All that is written in it, or nothing. */
export function inTransaction<Value>(work: (transaction: Transaction) => Promise<Value>): Promise<Value> {
  return prisma.$transaction(work)
}
