import type { Readable } from 'node:stream'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import type { ByteRange } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import type { ObjectRow } from '../repository'

/** An object that can be read. */
export type ObjectContent = {
  id: string
  /** Its name in the object store, for upstreams that read or link it there. */
  storageKey: string
  mimeType: string
  sizeBytes: number
  /** Hex. */
  sha256: string
  fileName: string | null
  expiresAt: Date
  /** The bytes, or those of the range (which must lie inside). To be read to the end or destroyed. Throws StorageError. */
  open(range?: ByteRange): Promise<Readable>
}

/** Of a row that is `stored`. */
export function toObjectContent(row: ObjectRow): ObjectContent {
  return {
    id: row.id,
    storageKey: row.storageKey,
    mimeType: row.mimeType,
    sizeBytes: Number(row.sizeBytes),
    sha256: Buffer.from(row.sha256 ?? []).toString('hex'),
    fileName: row.fileName,
    expiresAt: row.expiresAt,
    async open(range) {
      const found = await storage().get(row.storageKey, range)
      if (found) return found.body
      // Its id and key are what opens it, and stand in no log.
      const { customerId, mimeType, expiresAt } = row
      logger.error({ customerId, mimeType, expiresAt }, 'an object is not in the store')
      throw new AppError('not_found')
    },
  }
}
