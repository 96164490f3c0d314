import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { isLinkSignature } from '@/lib/platform/secrets'
import type { ServedFile } from '@/lib/platform/stream'
import { isObjectId } from './internal/new-object-id'
import { savedName } from './internal/saved-name'
import { toObjectContent } from './internal/to-object-content'
import { findReadable, type ObjectRow } from './repository'
import type { ObjectQuery } from './schema'

/**
 * What a link leads to, for whoever holds it. Throws `not_found` for what is not there, has expired, or needs a signature
 * and has none; `link_expired` where the signature was good.
 */
export async function openObject(id: string, query: ObjectQuery): Promise<ServedFile> {
  const now = clock.now()
  const row = isObjectId(id) ? await findReadable(id, now) : null
  if (row === null) throw new AppError('not_found')
  const goodUntil = row.needsSignature ? linkEnd(row, query, now) : row.expiresAt
  const { mimeType, sizeBytes, sha256, fileName, open } = toObjectContent(row)
  return {
    mimeType,
    sizeBytes,
    etag: `"${sha256}"`,
    goodUntil,
    isShared: !row.needsSignature,
    fileName: fileName ?? savedName(id, mimeType),
    isDownload: query.download === '1',
    open,
  }
}

function linkEnd(row: ObjectRow, { expires, signature }: ObjectQuery, now: Date): Date {
  const isGood =
    expires !== undefined &&
    signature !== undefined &&
    isLinkSignature(['object', row.id, expires], signature)
  if (!isGood) throw new AppError('not_found')
  const end = new Date(expires * 1000)
  if (now >= end) throw new AppError('link_expired')
  return end < row.expiresAt ? end : row.expiresAt
}
