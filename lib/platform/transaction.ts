import { Prisma } from '@/prisma/generated/client'
import { prisma } from './db'

/** A database transaction that several repositories may use. */
export type Transaction = Parameters<Parameters<typeof prisma.$transaction>[0]>[0]

const waiting = new WeakMap<object, (() => unknown)[]>()

/** Runs `work` in a transaction. `timeout`: in milliseconds, for much work. */
export async function inTransaction<Value>(
  work: (transaction: Transaction) => Promise<Value>,
  options?: { maxWait?: number; timeout: number },
): Promise<Value> {
  const after: (() => unknown)[] = []
  const value = await prisma.$transaction((transaction) => {
    waiting.set(transaction, after)
    return work(transaction)
  }, options)
  for (const run of after) run()
  return value
}

/** Calls `run`, which must not throw, once the transaction has committed. False: it was not begun by `inTransaction`. */
export function afterCommit(transaction: Transaction, run: () => unknown): boolean {
  return waiting.get(transaction)?.push(run) !== undefined
}

/** Whether a statement failed because such a row is there already (P2002), or one that it refers to is not (P2003). */
export function isViolation(error: unknown, code: 'P2002' | 'P2003'): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === code
}
