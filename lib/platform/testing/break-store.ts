import { vi } from 'vitest'
import { storage } from '../storage/storage'
import { StorageError } from '../storage/storage-error'
import { breakStep } from './break-step'

/** For tests: the store breaks at the put with that number, as `breakDatabase` does. */
export function breakStore(number: number, isDone: boolean): () => boolean {
  const { breaking, hasBroken } = breakStep(number, isDone, new StorageError('away'))
  const put = storage().put.bind(storage())
  vi.spyOn(storage(), 'put').mockImplementation(breaking(put))
  return hasBroken
}
