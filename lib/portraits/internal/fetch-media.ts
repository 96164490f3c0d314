import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { isObjectUrl, readOwnObject } from '@/lib/objects/read-object'
import { download } from '@/lib/platform/safe-fetch/download'
import { OutboundError } from '@/lib/platform/safe-fetch/outbound-error'
import { MediaFault } from './media-fault'

const TIMEOUT_MILLIS = 120_000

type Fetch = { customerId: string; url: string; maxBytes: number; path: string; signal: AbortSignal }

/** Brings the media into a file, never whole into memory. Throws MediaFault where the link is at fault. */
export async function fetchMedia({ customerId, url, maxBytes, path, signal }: Fetch): Promise<void> {
  const write = (body: AsyncIterable<Uint8Array>) => pipeline(body, createWriteStream(path, { mode: 0o600 }))
  if (isObjectUrl(url)) return write(await ownBody(customerId, url, maxBytes))
  const request = { timeoutMillis: TIMEOUT_MILLIS, maxBytes, signal }
  return download({ url, request }, ({ body }) => write(body)).catch((error: unknown) => {
    throw error instanceof OutboundError ? faultOf(error) : error
  })
}

async function ownBody(customerId: string, url: string, maxBytes: number) {
  const object = await readOwnObject(customerId, url)
  if (object === null) throw new MediaFault('DownloadFailed', 'The link leads to nothing.')
  if (object.sizeBytes > maxBytes) throw tooLarge()
  return object.open()
}

function faultOf(error: OutboundError): MediaFault {
  return error.fault === 'too_large' ? tooLarge() : new MediaFault('DownloadFailed', error.message)
}

function tooLarge(): MediaFault {
  return new MediaFault('FileSizeTooLarge', 'The file is too large.')
}
