import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { isLinkSignature } from '@/lib/platform/link-signature'
import { isObjectId } from './internal/new-object-id'
import { type ObjectContent, toObjectContent } from './internal/object-content'
import { findReadable } from './repository'
import type { ObjectQuery } from './schema'

/**
 * What a link leads to, for whoever holds it, and until when the link is good. Throws `not_found` for what is not there,
 * has expired or needs a signature and has none; `link_expired` where the signature was good.
 */
export async function openObject(
  id: string,
  { expires, signature }: ObjectQuery,
): Promise<{ content: ObjectContent; isSigned: boolean; goodUntil: Date }> {
  const now = clock.now()
  const row = isObjectId(id) ? await findReadable(id, now) : null
  if (row === null) throw new AppError('not_found')
  const content = toObjectContent(row)
  if (!row.needsSignature) return { content, isSigned: false, goodUntil: row.expiresAt }
  if (
    expires === undefined ||
    signature === undefined ||
    !isLinkSignature(['object', id, expires], signature)
  )
    throw new AppError('not_found')
  if (now.getTime() >= expires * 1000) throw new AppError('link_expired')
  const linkEnd = new Date(expires * 1000)
  return { content, isSigned: true, goodUntil: linkEnd < row.expiresAt ? linkEnd : row.expiresAt }
}
