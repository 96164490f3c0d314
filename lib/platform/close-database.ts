import { pool, prisma } from './db'

/** Ends all connections; the process is about to exit. */
export async function closeDatabase(): Promise<void> {
  await Promise.allSettled([pool.end(), prisma.$disconnect()])
}
