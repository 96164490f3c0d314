import { createHash, type Hash } from 'node:crypto'
import { clock } from '@/lib/platform/clock'
import { type ObjectBody, StorageError } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import { newObjectId } from './internal/new-object-id'
import { objectUrl } from './object-url'
import { insertStoring, markDeleting, markStored } from './repository'

/** A write that takes longer is taken for one that a crash ended. */
const STORING_AT_MOST_MILLIS = 6 * 3600 * 1000
/** A store that answered with a failure may still finish the write. */
const SETTLE_MILLIS = 10 * 60 * 1000

type ObjectToKeep = {
  /** Of `namedObjectId`; without it a random one. Each is used once. */
  id?: string
  customerId: string
  body: ObjectBody
  mimeType: string
  expiresAt: Date
  /** How large it is said to be; what it is, is found when it is stored. */
  announcedBytes?: number | undefined
  /** What it is called when it is saved. */
  fileName?: string
  /** `link` (the default): who has the link may read it. `signed`: only `signObjectUrl` makes links that work. */
  access?: 'link' | 'signed'
}

type KeptObject = {
  id: string
  url: string
  sizeBytes: number
  /** Hex. */
  sha256: string
}

/** Stores bytes for a customer. Throws StorageError, and what a stream throws; then nothing is kept. */
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
    // Whether the bytes got there is not known: the sweep sees to it, at the latest when the write is taken for dead.
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
