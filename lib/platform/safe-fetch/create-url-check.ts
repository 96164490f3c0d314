import { OutboundError } from './outbound-error'
import type { AllowList } from './parse-allow-list'
import { parseOutboundUrl } from './parse-outbound-url'
import { type Resolve, resolvePublic } from './resolve-public'
import { toLiteralAddress } from './to-literal-address'

/** Why this URL is not accepted, as a sentence for its author; undefined when it is. */
export type CheckUrl = (url: string) => Promise<string | undefined>

export function createUrlCheck(allowed: AllowList, resolve: Resolve): CheckUrl {
  return async (text) => {
    try {
      const url = parseOutboundUrl(text, allowed)
      if (!allowed.has(url) && toLiteralAddress(url.hostname) === undefined)
        await resolvePublic(url.hostname, resolve)
      return undefined
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      // Name servers that do not answer now are no fault of the URL, and every connect checks again.
      return error.fault === 'unreachable' ? undefined : error.message
    }
  }
}
