import type { prisma } from './db'

/** A database transaction that several repositories may write in. */
export type Transaction = Parameters<Parameters<typeof prisma.$transaction>[0]>[0]
