import { Resolver } from 'node:dns/promises'
import { isNodeError } from './is-node-error'
import { isPublicAddress } from './is-public-address'
import { OutboundError } from './outbound-error'
import { refuse } from './refuse'

/** Finds a name's addresses, IPv4 and IPv6; empty when it has none. */
export type Resolve = (name: string) => Promise<string[]>

const TIMEOUT_MILLIS = 2000
const TRIES = 2
const noAddress = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/**
 * Asks the name servers themselves: unlike the system's look-up it takes no thread from the pool while a slow name server
 * makes it wait, and it knows no hosts file and no search domain, which only lead to private networks.
 */
export const resolveByNameServers: Resolve = async (name) => {
  const resolver = new Resolver({ timeout: TIMEOUT_MILLIS, tries: TRIES })
  const found = await Promise.all([resolver.resolve4(name), resolver.resolve6(name)].map(orNone))
  return found.flat()
}

/** A name's addresses, all of them public; else an OutboundError. */
export async function resolvePublic(name: string, resolve: Resolve): Promise<string[]> {
  const addresses = await resolve(name).catch((cause: unknown) => {
    throw new OutboundError('unreachable', 'The address of the host could not be looked up.', { cause })
  })
  if (addresses.length === 0)
    throw new OutboundError('unresolvable', 'The URL must name a host that has an address.')
  if (!addresses.every(isPublicAddress)) throw refuse('must resolve to public addresses only')
  return addresses
}

function orNone(answer: Promise<string[]>): Promise<string[]> {
  return answer.catch((error: unknown) => {
    if (isNodeError(error) && noAddress.has(error.code)) return []
    throw error
  })
}
