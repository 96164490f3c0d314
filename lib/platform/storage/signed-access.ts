import { createHash } from 'node:crypto'
import { clock } from '../clock'
import { AppError } from '../errors'
import type { ServedFile } from '../stream'
import { type GetLink, type PutLink, verifyGetLink, verifyPutLink } from './disk-storage'
import { LONGEST_PUT_MILLIS } from './object-storage'
import { storage } from './storage'

/** The file of a signed link. Throws `invalid_signature`, `link_expired` or `not_found`. */
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

type SentFile = {
  headers: Readonly<Record<string, string | undefined>>
  readStream(): AsyncIterable<Uint8Array>
}

/**
 * Receives a PUT to a signed link, with exactly the link's type, length and MD5. The bytes are streamed; the file appears
 * under its key once all of them are checked.
 */
export async function receivePut(key: string, link: PutLink, sent: SentFile): Promise<void> {
  verifyPutLink(key, link)
  requireHeader(sent, 'Content-Type', link.content_type)
  requireHeader(sent, 'Content-MD5', link.content_md5)
  const announced = sent.headers['content-length']
  if (announced !== undefined && Number(announced) !== link.content_length) throw wrongLength(link)
  await storage().put(key, checked(sent.readStream(), link), { contentType: link.content_type })
}

function requireHeader(sent: SentFile, name: string, value: string): void {
  if (sent.headers[name.toLowerCase()] === value) return
  throw new AppError('upload_content_mismatch', {
    param: name,
    message: `The header ${name} must be exactly "${value}", the value that the link was created for.`,
  })
}

async function* checked(body: AsyncIterable<Uint8Array>, link: PutLink): AsyncGenerator<Uint8Array> {
  const end = link.expires * 1000 + LONGEST_PUT_MILLIS
  const md5 = createHash('md5')
  let sizeBytes = 0
  for await (const chunk of body) {
    sizeBytes += chunk.length
    if (sizeBytes > link.content_length) throw wrongLength(link)
    if (clock.now().getTime() > end) throw new AppError('link_expired')
    md5.update(chunk)
    yield chunk
  }
  if (sizeBytes !== link.content_length) throw wrongLength(link)
  if (md5.digest('base64') !== link.content_md5)
    throw new AppError('upload_checksum_mismatch', { param: 'Content-MD5' })
}

function wrongLength(link: PutLink): AppError {
  return new AppError('upload_content_mismatch', {
    param: 'Content-Length',
    message: `The link was created for exactly ${link.content_length} bytes.`,
  })
}
