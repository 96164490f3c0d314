/** The store cannot serve: it is away, full or refuses us. Nothing is known to be lost; trying again may help. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
}

/** Runs one operation of a store; whatever it throws becomes a StorageError. */
export async function storageAttempt<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof StorageError) throw cause
    throw new StorageError(`the object storage failed to ${what}`, { cause })
  }
}
