import { vi } from 'vitest'
import { pool, prisma } from '../db'
import { StorageError } from '../storage/object-storage'
import { storage } from '../storage/storage'

type Step<Given extends unknown[], Result> = (...given: Given) => Promise<Result>

/** For tests: of all steps that are wrapped by `breaking`, the one with that number throws, before it is done or after. */
function breakStep(number: number, isDone: boolean, error: Error) {
  let count = 0
  const breaking =
    <Given extends unknown[], Result>(step: Step<Given, Result>): Step<Given, Result> =>
    async (...given) => {
      count += 1
      if (count !== number) return step(...given)
      if (isDone) await step(...given)
      throw error
    }
  return { breaking, hasBroken: () => count >= number }
}

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

/** For tests: the store breaks at the put with that number, as `breakDatabase` does. */
export function breakStore(number: number, isDone: boolean): () => boolean {
  const { breaking, hasBroken } = breakStep(number, isDone, new StorageError('away'))
  const put = storage().put.bind(storage())
  vi.spyOn(storage(), 'put').mockImplementation(breaking(put))
  return hasBroken
}
