import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { isObjectUrl, readOwnObject } from '@/lib/objects/read-own-object'
import { fetchWhereMoved } from '@/lib/platform/safe-fetch/fetch-where-moved'
import { OutboundError } from '@/lib/platform/safe-fetch/outbound-error'
import { MediaFault } from './media-fault'

const TIMEOUT_MILLIS = 120_000

type Fetch = { customerId: string; url: string; maxBytes: number; path: string; signal: AbortSignal }

/** Brings the media into a file, never whole into memory. Throws MediaFault where the link is at fault. */
export async function fetchMedia({ customerId, url, maxBytes, path, signal }: Fetch): Promise<void> {
  const body = isObjectUrl(url) ? ownBody(customerId, url, maxBytes) : foreignBody(url, maxBytes, signal)
  await pipeline(await body, createWriteStream(path, { flags: 'wx', mode: 0o600 })).catch(
    (error: unknown) => {
      if (error instanceof OutboundError) throw faultOf(error)
      throw error
    },
  )
}

async function ownBody(customerId: string, url: string, maxBytes: number) {
  const object = await readOwnObject(customerId, url)
  if (object === null) throw new MediaFault('DownloadFailed', 'The link leads to nothing.')
  if (object.sizeBytes > maxBytes) throw tooLarge()
  return object.open()
}

async function foreignBody(url: string, maxBytes: number, signal: AbortSignal) {
  try {
    const answer = await fetchWhereMoved(url, { timeoutMillis: TIMEOUT_MILLIS, maxBytes, signal })
    if (answer.status === 200) return answer.body
    answer.discard()
    throw new MediaFault('DownloadFailed', `The link answered ${answer.status}.`)
  } catch (error) {
    if (error instanceof OutboundError) throw faultOf(error)
    throw error
  }
}

function faultOf(error: OutboundError): MediaFault {
  return error.fault === 'too_large' ? tooLarge() : new MediaFault('DownloadFailed', error.message)
}

function tooLarge(): MediaFault {
  return new MediaFault('FileSizeTooLarge', 'The file is too large.')
}
