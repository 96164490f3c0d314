import { env } from '../env'
import { remember } from '../remember'
import { type CheckUrl, createUrlCheck } from './create-url-check'
import { parseAllowList } from './parse-allow-list'
import { resolveByNameServers } from './resolve-public'

/** For the moment at which a caller gives a URL: why it is not accepted, as a sentence; undefined when it is. */
export const checkOutboundUrl: CheckUrl = (url) =>
  remember('check-outbound-url', () =>
    createUrlCheck(parseAllowList(env().OUTBOUND_ALLOW), resolveByNameServers),
  )(url)
