import { contentDisposition } from './content-disposition'
import { ReplyValue } from './route'

/** Text that a browser saves under its name. */
export function downloadReply(file: { fileName: string; mimeType: string; text: string }): ReplyValue {
  const headers = {
    'content-type': file.mimeType,
    'content-disposition': contentDisposition(file.fileName, true),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  }
  return new ReplyValue({ status: 200, headers, body: file.text })
}
