import type { Readable } from 'node:stream'

/**
 * Where bytes live: a folder on disk, or any S3. Keys are ours alone (`uploads/20261121/upl_…`), never a caller's words.
 * Every method rejects with StorageError when the store cannot serve, which is a 503 over HTTP and a retry in a job.
 */
export interface ObjectStorage {
  /**
   * Stores the bytes under the key, in place of what was there; all of them or nothing. A stream is never held in memory
   * whole, and what it throws is thrown on as it is.
   */
  put(key: string, body: ObjectBody, options: { contentType: string }): Promise<{ sizeBytes: number }>
  /** The bytes, or those of the range; null when there is nothing. The stream must be read to its end or destroyed. */
  get(key: string, range?: ByteRange): Promise<StoredObject | null>
  head(key: string): Promise<ObjectHead | null>
  /** Also fulfilled when there was nothing. */
  delete(key: string): Promise<void>
  /** A link to which exactly these bytes can be PUT, with exactly these headers, until it expires. */
  signPut(key: string, constraints: PutConstraints): Promise<string>
  /** A link that anyone can GET until it expires. */
  signGet(key: string, options: { expiresInSeconds: number }): Promise<string>
  /** Fulfilled when the store can be written, as of the last few seconds. */
  check(): Promise<void>
  /** Removes what writes that broke off before this time left behind. */
  sweepUnfinished(before: Date): Promise<void>
}

export type ObjectBody = Buffer | AsyncIterable<Uint8Array>

/** Both ends are included, and lie inside the object. */
export type ByteRange = { start: number; end: number }

export type ObjectHead = {
  /** Of the whole object. */
  sizeBytes: number
  contentType: string
  /** With its quotes. */
  etag: string
}

export type StoredObject = ObjectHead & { body: Readable }

/** A PUT that began before its link ended has ended by so much later, or is refused. */
export const LONGEST_PUT_MILLIS = 15 * 60 * 1000

export type PutConstraints = {
  contentType: string
  /** Base64. */
  contentMd5: string
  contentLength: number
  expiresInSeconds: number
}

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
