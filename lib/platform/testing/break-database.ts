import { vi } from 'vitest'
import { pool, prisma } from '../db'
import { breakStep } from './break-step'

/**
 * For tests: the connection breaks at the statement or transaction with that number, before it is done or after, until
 * `vi.restoreAllMocks()`. Gives what tells whether it has.
 */
export function breakDatabase(number: number, isDone: boolean): () => boolean {
  const { breaking, hasBroken } = breakStep(number, isDone, new Error('Connection terminated unexpectedly'))
  const [ask, transact] = [pool.query.bind(pool), prisma.$transaction.bind(prisma)]
  const query = breaking(async (...given: unknown[]): Promise<unknown> => Reflect.apply(ask, pool, given))
  const transaction = breaking(
    async (...given: unknown[]): Promise<unknown> => Reflect.apply(transact, prisma, given),
  )
  vi.spyOn(pool, 'query').mockImplementation(query)
  vi.spyOn(prisma, '$transaction').mockImplementation(transaction)
  return hasBroken
}
