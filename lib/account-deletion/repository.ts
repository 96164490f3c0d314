import { prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'

/** It has no tables of its own: whatever is deleted belongs to other rooms. */
export function inTransaction<Value>(work: (transaction: Transaction) => Promise<Value>): Promise<Value> {
  return prisma.$transaction(work)
}
