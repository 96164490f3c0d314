import { prisma } from '@/lib/platform/db'

/** Which of these customers this database knows. */
export async function listKnownCustomers(ids: string[]): Promise<Set<string>> {
  const rows = await prisma.balance.findMany({
    where: { customerId: { in: ids } },
    select: { customerId: true },
  })
  return new Set(rows.map(({ customerId }) => customerId))
}
