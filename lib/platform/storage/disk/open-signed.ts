import { AppError } from '../../errors'
import type { ServedFile } from '../../served-file'
import { storage } from '../storage'
import { type GetLink, verifyGetLink } from './signed-link'

/** What a signed link to the store leads to. Throws `invalid_signature`, `link_expired` or `not_found`. */
export async function openSigned(key: string, link: GetLink): Promise<ServedFile> {
  verifyGetLink(key, link)
  const head = await storage().head(key)
  if (head === null) throw new AppError('not_found')
  return {
    mimeType: head.contentType,
    sizeBytes: head.sizeBytes,
    etag: head.etag,
    goodUntil: new Date(link.expires * 1000),
    isShared: false,
    fileName: key.split('/').at(-1) ?? key,
    isDownload: false,
    async open(range) {
      const found = await storage().get(key, range)
      if (found === null) throw new AppError('not_found')
      return found.body
    },
  }
}
