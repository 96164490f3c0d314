import { prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'

export function findPrices(ids: string[]) {
  return prisma.price.findMany({
    where: { id: { in: ids } },
    select: { id: true, version: true, pricing: true, cost: true },
  })
}

export function findAgreedRates(ids: string[]) {
  return prisma.agreedRates.findMany({ where: { id: { in: ids } } })
}

export async function insertAgreedRates(
  id: string,
  pricing: object,
  transaction: Transaction,
): Promise<void> {
  await transaction.agreedRates.createMany({ data: { id, pricing }, skipDuplicates: true })
}
