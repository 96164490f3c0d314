import type { Readable } from 'node:stream'

/**
 * A store of objects: a folder on disk, or any S3. Keys are generated (`uploads/20261121/upl_…`), never from a caller. Every
 * method rejects with StorageError if the store is unavailable, which is a 503 over HTTP and a retry in a job.
 */
export interface ObjectStorage {
  /**
   * Stores the bytes under the key, all of them or nothing, and replaces an existing object. A stream is never held in memory
   * as a whole; its errors are rethrown as they are.
   */
  put(key: string, body: ObjectBody, options: { contentType: string }): Promise<{ sizeBytes: number }>
  /** The bytes, or those of the range; null if there is no object. The stream must be read to its end or destroyed. */
  get(key: string, range?: ByteRange): Promise<StoredObject | null>
  head(key: string): Promise<ObjectHead | null>
  /** Also resolves if there was no object. */
  delete(key: string): Promise<void>
  /** A link to which exactly these bytes can be PUT, with exactly these headers, until it expires. */
  signPut(key: string, constraints: PutConstraints): Promise<string>
  /** A link that anyone can GET until it expires. */
  signGet(key: string, options: { expiresInSeconds: number }): Promise<string>
  /** Resolves if the store was writable in the last few seconds. */
  check(): Promise<void>
  /** Deletes incomplete objects of writes that broke off before this time. */
  sweepUnfinished(before: Date): Promise<void>
}

export type ObjectBody = Buffer | AsyncIterable<Uint8Array>

/** Both ends are inclusive and inside the object. */
export type ByteRange = { start: number; end: number }

export type ObjectHead = {
  /** The size of the whole object. */
  sizeBytes: number
  contentType: string
  /** With quotes. */
  etag: string
}

export type StoredObject = ObjectHead & { body: Readable }

/** A PUT that began before its link expired must end within this time after the expiry. */
export const LONGEST_PUT_MILLIS = 15 * 60 * 1000

export type PutConstraints = {
  contentType: string
  /** Base64. */
  contentMd5: string
  contentLength: number
  expiresInSeconds: number
}

/** The store is unreachable, full or refuses the request. A retry may succeed. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
}

/** Runs an operation of a store and turns its errors into StorageErrors. */
export async function storageAttempt<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof StorageError) throw cause
    throw new StorageError(`the object storage failed to ${what}`, { cause })
  }
}
