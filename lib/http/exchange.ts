import { clientAddress } from '@/lib/platform/client-address'
import { env } from '@/lib/platform/env'
import { logger } from '@/lib/platform/logger'
import { remember } from '@/lib/platform/remember'
import type { StreamBody } from '@/lib/platform/stream'
import type { BodyTerms } from './body-intake'

/**
 * One request and its answer as plain values, the same behind both doors (web and node), so that every rule between
 * them is written and tested once and nothing on the hot path makes a `Request`, `Headers` or web stream.
 */
export type Exchange = {
  id: string
  method: string
  /** Without query. */
  path: string
  query: URLSearchParams
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>
  /** The client's address, as far as it can be known. */
  peer: string
  /**
   * Reads the whole body, once. Throws `payload_too_large`, `request_timeout`, `client_closed_request`, and `too_many_bytes`
   * or `overloaded` where there is no room for it.
   */
  readBody(terms: BodyTerms): Promise<Buffer>
  /** Says that the body is not needed any more, before the answer has ended: then it is not. */
  releaseBody(): void
  /** Room for what is read from elsewhere for this request, until its answer has ended; throws as `readBody` does. */
  takeRoom(bytes: number): Promise<void>
  /** The body as it arrives, once, no faster than it is read; throws `client_closed_request` when the client hangs up. */
  readStream(): AsyncIterable<Uint8Array>
  /** Aborts when the client hung up before the answer was complete. */
  signal: AbortSignal
}

export type Reply = {
  status: number
  headers: Record<string, string>
  /** `Set-Cookie` lines. */
  cookies?: readonly string[]
  body: string | Buffer | StreamBody | null
}

export function isStreamBody(body: Reply['body']): body is StreamBody {
  return body !== null && typeof body === 'object' && 'start' in body
}

const unread = remember('unread-forwarded-for', () => ({ isTold: false }))

/** The client's address, by the socket's and by what proxies in TRUST_PROXY say; the operator hears once of one that is not. */
export function peerOf(socketAddress: string | undefined, forwardedFor: string | undefined): string {
  const { TRUST_PROXY } = env()
  const peer = clientAddress(socketAddress, forwardedFor, TRUST_PROXY)
  // Next tells the socket's address by that header.
  if (TRUST_PROXY === '' && !unread.isTold && forwardedFor !== undefined && forwardedFor !== socketAddress) {
    unread.isTold = true
    logger.warn(
      { from: peer },
      'X-Forwarded-For is not read: if a proxy of yours sends it, name that in TRUST_PROXY',
    )
  }
  return peer
}
