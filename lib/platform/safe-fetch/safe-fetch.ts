import { env } from '../env'
import { remember } from '../remember'
import { createSafeFetch, type SafeFetch } from './create-safe-fetch'
import { parseAllowList } from './parse-allow-list'
import { resolveByNameServers } from './resolve-public'

/**
 * The only way to a URL that a caller gave: https, public addresses checked at every connect, no redirects, no credentials,
 * limits on time and size. `OUTBOUND_ALLOW` opens hosts for private networks and tests. Throws an OutboundError for
 * whatever keeps an answer away, or the reason of the caller's own signal.
 */
export const safeFetch: SafeFetch = (url, request) =>
  remember('safe-fetch', () => createSafeFetch(parseAllowList(env().OUTBOUND_ALLOW), resolveByNameServers))(
    url,
    request,
  )
