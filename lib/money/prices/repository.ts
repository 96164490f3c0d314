import { prisma } from '@/lib/platform/db'

export function findPrices(ids: string[]) {
  return prisma.price.findMany({
    where: { id: { in: ids } },
    select: { id: true, version: true, pricing: true, cost: true },
  })
}
