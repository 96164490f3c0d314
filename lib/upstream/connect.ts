import type { buildConnector } from 'undici'
import { env } from '@/lib/platform/env'
import { parseAllowList, resolveByNameServers } from '@/lib/platform/safe-fetch/outbound-url'
import { connectFreely, connectToOwnNetwork, createConnector } from '@/lib/platform/safe-fetch/safe-fetch'

/**
 * Where the connections to a custom provider may lead: to public addresses and the hosts of `OUTBOUND_ALLOW`, or, where an
 * operator opened the host, to the installation's own network.
 */
export type Guard = 'public' | 'own_network'

let guards: ReadonlyMap<string, Guard> = new Map()

/** By origin. Other origins are named by the files and variables of the installation, and are trusted. */
export function guardOrigins(byOrigin: ReadonlyMap<string, Guard>): void {
  guards = byOrigin
}

export const guardOf = (origin: string): Guard | undefined => guards.get(origin)

let connectToPublic: buildConnector.connector | undefined

/** Opens the connections to an origin, and checks at each where it leads. */
export function connectorOf(origin: string): buildConnector.connector {
  return (target, callback) => {
    const guard = guards.get(origin)
    if (guard === undefined) return connectFreely(target, callback)
    if (guard === 'own_network') return connectToOwnNetwork(target, callback)
    connectToPublic ??= createConnector(parseAllowList(env().OUTBOUND_ALLOW), resolveByNameServers)
    return connectToPublic(target, callback)
  }
}
