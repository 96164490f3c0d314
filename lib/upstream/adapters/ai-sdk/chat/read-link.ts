import { OutboundError } from '@/lib/platform/safe-fetch/outbound-url'
import { safeFetch } from '@/lib/platform/safe-fetch/safe-fetch'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'

const MOST_BYTES = 20 * 1024 * 1024
const TIMEOUT_MILLIS = 30_000

/** A caller's picture or document, for vendors that take bytes alone. */
export async function readLink(url: string, signal: AbortSignal): Promise<Uint8Array> {
  try {
    const answer = await safeFetch(url, { timeoutMillis: TIMEOUT_MILLIS, maxBytes: MOST_BYTES, signal })
    if (answer.status === 200) return new Uint8Array(await answer.bytes())
    answer.discard()
    throw notRead(`its host answered ${answer.status}.`)
  } catch (error) {
    throw error instanceof OutboundError ? notRead(error.message, error) : error
  }
}

function notRead(why: string, cause?: unknown): UpstreamError {
  return new UpstreamError('rejected', {
    param: 'messages',
    message: `A link in the messages could not be read: ${why}`,
    cause,
  })
}
