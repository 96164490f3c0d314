import type { Readable } from 'node:stream'
import { streamBytes } from '@/lib/platform/stream'
import { contentDisposition } from './content-disposition'
import type { Exchange } from './exchange'
import { ReplyValue } from './route'

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
