import { createHash, type Hash, randomBytes } from 'node:crypto'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { signLink } from '@/lib/platform/secrets'
import { type ObjectBody, StorageError } from '@/lib/platform/storage/object-storage'
import { refuseTooMuchWaiting, storage } from '@/lib/platform/storage/storage'
import type { Transaction } from '@/lib/platform/transaction'
import { objectUrl } from './read-object'
import {
  claimDue,
  countWaiting,
  deleteRows,
  extendRow,
  insertStoring,
  markAllDeleting,
  markDeleting,
  markStored,
} from './repository'
import { type KeptMedia, MAX_MEDIA_BYTES, MediaMimeType } from './schema'

/** The id is the secret of the link: 160 random bits, without a time. */
function newObjectId(): string {
  return `obj_${randomBytes(20).toString('hex')}`
}

/**
 * An id derived from a name: after a crash, an object that no row refers to can be found by the same name, but not guessed.
 */
export function namedObjectId(name: readonly (string | number)[]): string {
  const digest = Buffer.from(signLink(['object', ...name]), 'base64url')
  return `obj_${digest.toString('hex', 0, 20)}`
}

/** A longer write is considered dead. */
const STORING_AT_MOST_MILLIS = 6 * 3600 * 1000
/** After an error, the store may still finish the write. */
const SETTLE_MILLIS = 10 * 60 * 1000

type ObjectToKeep = {
  /** By `namedObjectId`; random by default. Used once. */
  id?: string
  customerId: string
  body: ObjectBody
  mimeType: string
  expiresAt: Date
  /** The declared size, until it is stored. */
  announcedBytes?: number | undefined
  /** The file name for downloads. */
  fileName?: string
  /** `link` (default): readable by anyone with the link. `signed`: only by links of `signObjectUrl`. */
  access?: 'link' | 'signed'
}

type KeptObject = {
  id: string
  url: string
  sizeBytes: number
  /** Hex. */
  sha256: string
}

/** Stores an object for a customer. Throws StorageError and errors of the body; then nothing is kept. */
export async function keepObject(object: ObjectToKeep): Promise<KeptObject> {
  const { customerId, body, mimeType, expiresAt, announcedBytes, fileName, access } = object
  const now = clock.now()
  const id = object.id ?? newObjectId()
  const storageKey = `objects/${now.toISOString().slice(0, 10)}/${id}`
  await insertStoring({
    id,
    customerId,
    storageKey,
    mimeType,
    expiresAt,
    announcedBytes: announcedBytes ?? null,
    fileName: fileName ?? null,
    needsSignature: access === 'signed',
    sweepAt: new Date(now.getTime() + STORING_AT_MOST_MILLIS),
  })
  try {
    const hash = createHash('sha256')
    const { sizeBytes } = await storage().put(storageKey, hashing(body, hash), { contentType: mimeType })
    const sha256 = hash.digest()
    if (!(await markStored(id, { sizeBytes, sha256, expiresAt }))) {
      await storage().delete(storageKey)
      throw new StorageError('the object took too long to store')
    }
    return { id, url: objectUrl(id), sizeBytes, sha256: sha256.toString('hex') }
  } catch (error) {
    // The bytes may have been stored: the sweep deletes them, at the latest when the write is considered dead.
    const sweepAt = new Date(clock.now().getTime() + SETTLE_MILLIS)
    await markDeleting(customerId, [id], sweepAt).catch(() => undefined)
    throw error
  }
}

function hashing(body: ObjectBody, hash: Hash): ObjectBody {
  if (!Buffer.isBuffer(body)) return hashChunks(body, hash)
  hash.update(body)
  return body
}

async function* hashChunks(body: AsyncIterable<Uint8Array>, hash: Hash): AsyncIterable<Uint8Array> {
  for await (const chunk of body) {
    hash.update(chunk)
    yield chunk
  }
}

/**
 * Extends an object's expiry. An object stored briefly and extended in the transaction that records its id is swept after a crash in
 * between. Throws if it no longer exists.
 */
export async function extendObject(
  { customerId, id, expiresAt }: { customerId: string; id: string; expiresAt: Date },
  transaction: Transaction,
): Promise<void> {
  if (!(await extendRow(customerId, id, expiresAt, transaction)))
    throw new Error('the object to extend no longer exists')
}

/** Makes a customer's objects unreadable; the sweep deletes their bytes. Skips unknown ids and those of other customers. */
export async function deleteObjects(
  customerId: string,
  ids: readonly string[],
  transaction?: Transaction,
): Promise<void> {
  await markDeleting(customerId, ids, clock.now(), transaction)
}

/** Makes all objects of a deleted customer unreadable; the sweep deletes their bytes. */
export async function deleteObjectsOf(customerId: string, transaction?: Transaction): Promise<void> {
  await markAllDeleting(customerId, clock.now(), transaction)
}

const BATCH_SIZE = 100
const RETRY_AFTER_MILLIS = 10 * 60 * 1000

/**
 * Deletes expired, deleted and incomplete objects: the bytes first, then the row. Failures are retried later. Idempotent, safe on
 * any node.
 */
export async function sweepObjects(): Promise<void> {
  for (;;) {
    const now = clock.now()
    const due = await claimDue(now, new Date(now.getTime() + RETRY_AFTER_MILLIS), BATCH_SIZE)
    const outcomes = await Promise.allSettled(due.map(({ storageKey }) => storage().delete(storageKey)))
    const gone = due.filter((_, index) => outcomes[index]?.status === 'fulfilled')
    if (gone.length > 0) await deleteRows(gone.map(({ id }) => id))
    if (gone.length < due.length)
      logger.warn({ count: due.length - gone.length }, 'expired objects could not be deleted')
    if (due.length < BATCH_SIZE || gone.length === 0) return
  }
}

const KEPT_MILLIS = 24 * 3600 * 1000

type Media = {
  contentType: string | undefined
  contentLength: string | undefined
  body: AsyncIterable<Uint8Array>
}

/**
 * Stores an image, video or audio file uploaded in the console for a day, so that its link can be used for a video or a portrait.
 * Streams it. Throws 400 for an empty file, 413, 415, and 429 while too many bytes wait to be used. The content is checked where
 * the link is used.
 */
export async function keepMedia(
  caller: Caller,
  { contentType, contentLength, body }: Media,
): Promise<KeptMedia> {
  const mimeType = MediaMimeType.safeParse(contentType?.split(';')[0]?.trim().toLowerCase())
  if (!mimeType.success)
    throw new AppError('unsupported_media_type', {
      param: 'Content-Type',
      message: `The Content-Type must be one of ${MediaMimeType.options.join(', ')}.`,
    })
  const announcedBytes = /^\d+$/.test(contentLength ?? '') ? Number(contentLength) : undefined
  if ((announcedBytes ?? 0) > MAX_MEDIA_BYTES) throw tooLarge()
  const expiresAt = new Date(clock.now().getTime() + KEPT_MILLIS)
  const { customerId } = caller
  const kept = await keepObject({
    customerId,
    mimeType: mimeType.data,
    expiresAt,
    announcedBytes,
    body: withinLimit(customerId, capped(body)),
  })
  return {
    url: kept.url,
    mime_type: mimeType.data,
    size_bytes: kept.sizeBytes,
    expires_at: expiresAt.toISOString(),
  }
}

/** Checked when the bytes are read: the row exists by then, so concurrent uploads see each other. */
async function* withinLimit(customerId: string, body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const kept = { keptMillis: KEPT_MILLIS, mostBytes: MAX_MEDIA_BYTES }
  refuseTooMuchWaiting(await countWaiting(customerId, clock.now(), kept))
  yield* body
}

async function* capped(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let sizeBytes = 0
  for await (const chunk of body) {
    sizeBytes += chunk.length
    if (sizeBytes > MAX_MEDIA_BYTES) throw tooLarge()
    yield chunk
  }
  if (sizeBytes === 0)
    throw new AppError('invalid_parameter', { message: 'The body is empty. Send the file as the body.' })
}

function tooLarge(): AppError {
  return new AppError('payload_too_large', { message: `A file may have at most ${MAX_MEDIA_BYTES} bytes.` })
}
