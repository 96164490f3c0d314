import { isIPv6, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { isPublicAddress } from './is-public-address'
import type { AllowList } from './parse-allow-list'
import { refuse } from './refuse'
import { type Resolve, resolvePublic } from './resolve-public'
import { toLiteralAddress } from './to-literal-address'

const CONNECT_TIMEOUT_MILLIS = 10_000

/**
 * Opens the sockets. The addresses that were checked are the very ones that are connected to, at every connect: a name that
 * answers differently the second time (DNS rebinding) gains nothing.
 */
export function createConnector(allowed: AllowList, resolve: Resolve): buildConnector.connector {
  const options = { timeout: CONNECT_TIMEOUT_MILLIS, allowH2: false }
  const trusting = buildConnector(options)
  const guarded = buildConnector({ ...options, lookup: publicLookup(resolve) })
  return (target, callback) => {
    if (allowed.has(target)) return trusting(target, callback)
    const address = toLiteralAddress(target.hostname)
    if (address !== undefined && !isPublicAddress(address))
      return callback(refuse('must resolve to public addresses only'), null)
    return guarded(target, callback)
  }
}

function publicLookup(resolve: Resolve): LookupFunction {
  return (name, { all }, callback) => {
    resolvePublic(name, resolve).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
        if (all) callback(null, found)
        else callback(null, found[0]?.address ?? '', found[0]?.family)
      },
      (error: Error) => callback(error, ''),
    )
  }
}
