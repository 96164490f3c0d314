import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import type { ByteRange } from '@/lib/platform/storage/object-storage'
import { type ServedFile, streamBytes } from '@/lib/platform/stream'
import { contentDisposition } from './content-disposition'
import { errorReply } from './error-response'
import type { Exchange } from './exchange'
import { matchesEtag } from './matches-etag'
import { parseRange } from './parse-range'
import { ReplyValue } from './route'

/** The file, or the part of it that was asked for, streamed; nothing is opened for HEAD and for a client that has it. */
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
    'cache-control': `${file.isShared ? 'public' : 'private'}, max-age=${seconds}, immutable`,
    'x-content-type-options': 'nosniff',
    // A file is shown, never run: not even one that claims to be a page.
    'content-security-policy':
      "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
    'cross-origin-resource-policy': 'cross-origin',
  }
}

/** A part is answered only while it belongs to the file that the client knows. */
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
