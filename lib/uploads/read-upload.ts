import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { AppError } from '@/lib/platform/errors'
import { storageAttempt } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import { findClaimed } from './repository'

export type UploadedImage = {
  bytes: Buffer
  mimeType: string
  /** As shown, once turned as its orientation says. */
  width: number
  height: number
}

/**
 * The bytes of an upload for the task that claimed it: at most 25 MiB, exactly those that were checked. Throws
 * `upload_not_found`, `upload_missing`, `upload_checksum_mismatch`; StorageError, after which trying again may help.
 */
export async function readUpload(
  customerId: string,
  { taskId, uploadId }: { taskId: string; uploadId: string },
): Promise<UploadedImage> {
  const row = await findClaimed(customerId, taskId, uploadId)
  if (row === null || row.width === null || row.height === null) throw new AppError('upload_not_found')
  const stored = await storage().get(row.storageKey)
  if (stored === null) throw new AppError('upload_missing')
  if (stored.sizeBytes !== row.contentLength) {
    stored.body.destroy()
    throw new AppError('upload_checksum_mismatch')
  }
  const bytes = await storageAttempt('read an upload', () => buffer(stored.body))
  // While its link was good, other bytes of the same MD5 could have been PUT over those that were checked.
  if (!createHash('sha256').update(bytes).digest().equals(row.sha256))
    throw new AppError('upload_checksum_mismatch')
  return { bytes, mimeType: row.contentType, width: row.width, height: row.height }
}
