import type { Readable } from 'node:stream'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import type { ByteRange } from '@/lib/platform/storage/object-storage'
import { type ServedFile, streamBytes } from '@/lib/platform/stream'
import { ReplyValue } from './contract'
import { errorReply } from './error-response'
import type { Exchange } from './exchange'
import { matchesEtag } from './replies'

/** The file, or the requested range, streamed; nothing is opened for HEAD and for a client that has it cached. */
export async function fileReply(exchange: Exchange, file: ServedFile): Promise<ReplyValue> {
  const headers = headersOf(file)
  if (matchesEtag(exchange.headers['if-none-match'], file.etag))
    return new ReplyValue({ status: 304, headers, body: null })
  headers['content-type'] = file.mimeType
  headers['content-disposition'] = contentDisposition(file.fileName, file.isDownload)
  const isHead = exchange.method === 'HEAD'
  const range = isHead ? null : askedRange(exchange, file)
  if (range === 'outside') return refuseRange(exchange, file)
  const length = range === null ? file.sizeBytes : range.end - range.start + 1
  headers['content-length'] = String(length)
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${file.sizeBytes}`
  const body = isHead ? null : streamBytes(await file.open(range ?? undefined), exchange.signal)
  return new ReplyValue({ status: range ? 206 : 200, headers, body })
}

function headersOf(file: ServedFile): Record<string, string> {
  const seconds = Math.max(0, Math.floor((file.goodUntil.getTime() - clock.now().getTime()) / 1000))
  return {
    'accept-ranges': 'bytes',
    etag: file.etag,
    'cache-control':
      seconds === 0 ? 'no-store' : `${file.isShared ? 'public' : 'private'}, max-age=${seconds}, immutable`,
    'x-content-type-options': 'nosniff',
    // A file is shown, never run, even if it claims to be a page.
    'content-security-policy':
      "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
    'cross-origin-resource-policy': 'cross-origin',
  }
}

/** A range is answered only while it belongs to the version of the file that the client has. */
function askedRange(exchange: Exchange, file: ServedFile): ByteRange | 'outside' | null {
  const condition = exchange.headers['if-range']
  if (condition !== undefined && condition !== file.etag) return null
  return parseRange(exchange.headers.range, file.sizeBytes)
}

function refuseRange(exchange: Exchange, file: ServedFile): ReplyValue {
  const reply = errorReply(new AppError('range_not_satisfiable', { param: 'Range' }), exchange)
  reply.headers['content-range'] = `bytes */${file.sizeBytes}`
  return new ReplyValue(reply)
}

/** Text that a browser saves under its name; a long one is sent while it is written. */
export function downloadReply(
  { signal }: Pick<Exchange, 'signal'>,
  file: { fileName: string; mimeType: string; content: string | Readable },
): ReplyValue {
  const headers = {
    'content-type': file.mimeType,
    'content-disposition': contentDisposition(file.fileName, true),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  }
  const { content } = file
  return new ReplyValue({
    status: 200,
    headers,
    body: typeof content === 'string' ? content : streamBytes(content, signal),
  })
}

/**
 * Parses a Range header (RFC 9110 §14). Null, and so the whole file, for none, for several ranges and for what is no
 * range of bytes; 'outside' for a range with none of the file's bytes.
 */
function parseRange(header: string | undefined, sizeBytes: number): ByteRange | 'outside' | null {
  const found = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '')
  if (!found) return null
  const [, first = '', last = ''] = found
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes)
    return length === 0 ? 'outside' : { start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  if (start >= sizeBytes) return 'outside'
  return { start, end: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) }
}

/** Whether a browser shows or saves a file, and under which name (RFC 6266). */
function contentDisposition(fileName: string, isDownload: boolean): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const name = plain === fileName ? `filename="${plain}"` : `filename="${plain}"; filename*=UTF-8''${exact}`
  return `${isDownload ? 'attachment' : 'inline'}; ${name}`
}
