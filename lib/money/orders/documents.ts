import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { isLinkSignature, signLink } from '@/lib/platform/secrets'
import type { ServedFile } from '@/lib/platform/stream'
import { renderDocument } from './internal/document-page'
import { findOrder } from './internal/orders/repository'
import type { DocumentQuery, DocumentReply, DocumentRequest, DocumentType } from './orders-schema'

/**
 * A link to an order's invoice or receipt, which opens for ten minutes, without a session, for anyone who has the link.
 * 409 `document_not_ready` before payment.
 */
export async function createDocument(
  caller: Caller,
  { order_id, type }: DocumentRequest,
): Promise<DocumentReply> {
  const order = await findOrder({ id: order_id, customerId: caller.customerId })
  if (order === undefined) throw new AppError('not_found')
  if (order.paidAt === null) throw new AppError('document_not_ready')
  const { url, expiresAt } = signDocumentLink(order_id, type)
  return { order_id, type, url, expires_at: expiresAt.toISOString() }
}

/** The page behind a link of `createDocument`. Throws as `verifyDocumentLink` does. */
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

const OPEN_SECONDS = 10 * 60

/** An address that opens a document of ours for ten minutes, without a session. */
function signDocumentLink(orderId: string, type: DocumentType): { url: string; expiresAt: Date } {
  const expires = Math.floor(clock.now().getTime() / 1000) + OPEN_SECONDS
  const signature = signLink(['document', orderId, type, expires])
  const query = new URLSearchParams({ type, expires: String(expires), signature })
  return {
    url: `${env().publicUrl}/api/documents/${orderId}?${query}`,
    expiresAt: new Date(expires * 1000),
  }
}

/** When the link ends. Throws `not_found` for one that we did not sign, `link_expired` for one that has ended. */
function verifyDocumentLink(orderId: string, { type, expires, signature }: DocumentQuery): Date {
  if (!isLinkSignature(['document', orderId, type, expires], signature)) throw new AppError('not_found')
  const end = new Date(expires * 1000)
  if (clock.now() >= end) throw new AppError('link_expired')
  return end
}
