import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { AppError } from '@/lib/platform/errors'
import type { ServedFile } from '@/lib/platform/stream'
import { verifyDocumentLink } from './internal/documents/document-link'
import { renderDocument } from './internal/documents/document-page'
import { findOrder } from './internal/orders/repository'
import type { DocumentQuery } from './public-schema'

/** The page behind a link of `createDocument`, for whoever holds it. Throws as `verifyDocumentLink` does. */
export async function readDocument(orderId: string, query: DocumentQuery): Promise<ServedFile> {
  const goodUntil = verifyDocumentLink(orderId, query)
  const order = await findOrder({ id: orderId })
  if (order === undefined || order.paidAt === null) throw new AppError('not_found')
  const page = Buffer.from(renderDocument(order, query.type))
  return {
    mimeType: 'text/html; charset=utf-8',
    sizeBytes: page.length,
    etag: `"${createHash('sha256').update(page).digest('hex')}"`,
    goodUntil,
    isShared: false,
    fileName: `${query.type}-${orderId}.html`,
    isDownload: false,
    open: async (range) => Readable.from([range ? page.subarray(range.start, range.end + 1) : page]),
  }
}
