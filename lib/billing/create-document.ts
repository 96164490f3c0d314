import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { signDocumentLink } from './internal/documents/document-link'
import { findOrder } from './internal/orders/repository'
import { readDocumentUrl } from './internal/stripe/read-document-url'
import type { DocumentReply, DocumentRequest } from './orders-schema'

/**
 * A link to an order's invoice or receipt: Stripe's own where it made one, else to one of ours that opens for ten minutes,
 * without a session, for whoever has the link. 409 `document_not_ready` before payment.
 */
export async function createDocument(
  caller: Caller,
  { order_id, type }: DocumentRequest,
): Promise<DocumentReply> {
  const order = await findOrder({ id: order_id, customerId: caller.customerId })
  if (order === undefined) throw new AppError('not_found')
  if (order.paidAt === null) throw new AppError('document_not_ready')
  const theirs = order.gateway === 'stripe' ? await readDocumentUrl(order, type) : undefined
  if (theirs !== undefined) return { order_id, type, url: theirs, expires_at: null }
  const { url, expiresAt } = signDocumentLink(order_id, type)
  return { order_id, type, url, expires_at: expiresAt.toISOString() }
}
