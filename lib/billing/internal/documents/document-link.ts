import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { isLinkSignature, signLink } from '@/lib/platform/secrets'
import type { DocumentType } from '../../orders-schema'
import type { DocumentQuery } from '../../public-schema'

const OPEN_SECONDS = 10 * 60

/** An address that opens a document of ours for ten minutes, without a session. */
export function signDocumentLink(orderId: string, type: DocumentType): { url: string; expiresAt: Date } {
  const expires = Math.floor(clock.now().getTime() / 1000) + OPEN_SECONDS
  const signature = signLink(['document', orderId, type, expires])
  const query = new URLSearchParams({ type, expires: String(expires), signature })
  return {
    url: `${env().publicUrl}/api/documents/${orderId}?${query}`,
    expiresAt: new Date(expires * 1000),
  }
}

/** When the link ends. Throws `not_found` for one that we did not sign, `link_expired` for one that has ended. */
export function verifyDocumentLink(orderId: string, { type, expires, signature }: DocumentQuery): Date {
  if (!isLinkSignature(['document', orderId, type, expires], signature)) throw new AppError('not_found')
  const end = new Date(expires * 1000)
  if (clock.now() >= end) throw new AppError('link_expired')
  return end
}
