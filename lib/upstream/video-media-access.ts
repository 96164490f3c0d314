import { checkOutboundUrl, OutboundError } from '@/lib/platform/safe-fetch/outbound-url'
import { download } from '@/lib/platform/safe-fetch/safe-fetch'
import type { ObjectStorage } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import { UpstreamError } from './contract/upstream-error'
import type { VideoMediaAccess } from './contract/video-model'

const FETCH_TIMEOUT_MILLIS = 60_000

type Means = {
  checkUrl: typeof checkOutboundUrl
  storage: () => ObjectStorage
}

/** Reads callers' links and objects of our store. */
export function videoMediaAccess(means: Means = { checkUrl: checkOutboundUrl, storage }): VideoMediaAccess {
  return {
    read: (source, { maxBytes, signal }) =>
      'link' in source
        ? readLink(source.link, maxBytes, signal)
        : readObject(means, source.objectKey, maxBytes, signal),

    async link(objectKey, ttlSeconds) {
      const url = await means.storage().signGet(objectKey, { expiresInSeconds: ttlSeconds })
      return (await means.checkUrl(url)) === undefined ? url : null
    },
  }
}

async function readLink(url: string, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const request = { timeoutMillis: FETCH_TIMEOUT_MILLIS, maxBytes, signal }
  return download({ url, request }, (answer) => answer.bytes()).catch((error: unknown) => {
    if (!(error instanceof OutboundError)) throw error
    throw notRead(`An input could not be downloaded: ${error.message}`, error)
  })
}

async function readObject(means: Means, key: string, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const found = await means.storage().get(key)
  if (found === null) throw notRead('An input no longer exists.')
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const part of found.body) {
    signal.throwIfAborted()
    sizeBytes += part.length
    if (sizeBytes > maxBytes) throw notRead('An input is too large.')
    chunks.push(part)
  }
  return Buffer.concat(chunks)
}

function notRead(message: string, cause?: unknown): UpstreamError {
  return new UpstreamError('rejected', { code: 'input_download_failed', param: 'content', message, cause })
}
