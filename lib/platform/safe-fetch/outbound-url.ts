import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { env } from '../env'

/**
 * Why a request to a caller's URL failed. `refused`: the URL or its addresses are not allowed. `unresolvable`: its host has
 * no address. `unreachable`: no connection, or no answer from name servers. `timeout`: too slow in total. `too_large`: more
 * bytes than allowed. `broken`: not an HTTP response, or cut off. `absent`: the host has nothing at the link; `unready`:
 * nothing for now.
 */
export type OutboundFault =
  | 'refused'
  | 'unresolvable'
  | 'unreachable'
  | 'timeout'
  | 'too_large'
  | 'broken'
  | 'absent'
  | 'unready'

/** The message is for the customer who sent the URL: without addresses or stacks. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'

  constructor(
    readonly fault: OutboundFault,
    message: string,
    options?: { cause: unknown },
  ) {
    super(message, options)
  }
}

/** Checks a URL when a caller sends it. Returns why it is not accepted, as a sentence; undefined if it is. */
export const checkOutboundUrl: CheckUrl = (url) => {
  check ??= createUrlCheck(parseAllowList(env().OUTBOUND_ALLOW), resolveByNameServers)
  return check(url)
}

let check: CheckUrl | undefined

type CheckUrl = (url: string) => Promise<string | undefined>

export function createUrlCheck(allowed: AllowList, resolve: Resolve): CheckUrl {
  return async (text) => {
    try {
      const url = parseOutboundUrl(text, allowed)
      if (!allowed.has(url) && toLiteralAddress(url.hostname) === undefined)
        await resolvePublic(url.hostname, resolve)
      return undefined
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      // The URL is not at fault if name servers do not answer, and every connect checks again.
      return error.fault === 'unreachable' ? undefined : error.message
    }
  }
}

const MAX_URL_LENGTH = 2048

/** Checks the URL without resolving its host. Throws an OutboundError `refused`. */
export function parseOutboundUrl(text: string, allowed: AllowList): URL {
  if (text.length > MAX_URL_LENGTH) throw refuse(`must have at most ${MAX_URL_LENGTH} characters`)
  if (/[\p{Cc}\s]/u.test(text)) throw refuse('must not contain spaces or control characters')
  // URL parsing would replace a lone surrogate, and the database cannot store it.
  if (!text.isWellFormed()) throw refuse('must be well-formed Unicode')
  const url = URL.parse(text)
  if (url === null || url.hostname === '') throw refuse('must be an absolute https URL')
  if (url.username !== '' || url.password !== '') throw refuse('must not contain a user name or password')
  const isAllowed = allowed.has(url)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isAllowed)) throw refuse('must be https')
  if (!isAllowed && namesThisNetwork(url.hostname)) throw refuse('must resolve to public addresses only')
  return url
}

function namesThisNetwork(hostname: string): boolean {
  const address = toLiteralAddress(hostname)
  if (address !== undefined) return !isPublicAddress(address)
  return /(^|\.)localhost\.*$/.test(hostname)
}

/** The hosts of `OUTBOUND_ALLOW`, which may have private addresses and use plain http. */
export type AllowList = { has(url: Pick<URL, 'hostname' | 'port' | 'protocol'>): boolean }

const Entry = z.string().regex(/^(\[[0-9a-f:.]+\]|[^\s:/@[\]]+)(:\d{1,5})?$/i)

/** Parses `host, host:port, [::1]:port`; a host without a port allows all ports. */
export function parseAllowList(setting: string): AllowList {
  const entries = setting
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => Entry.parse(entry))
  const known = new Set(entries.map(toEntry))
  return {
    has({ hostname, port, protocol }) {
      const host = trimDots(hostname)
      const realPort = port || (protocol === 'http:' ? '80' : '443')
      return known.has(host) || known.has(`${host}:${realPort}`)
    },
  }
}

/** An entry as the URL parser writes hosts: lower case, punycode, canonical addresses. */
function toEntry(entry: string): string {
  const port = /[^:]:(\d+)$/.exec(entry)?.[1]
  const host = port === undefined ? entry : entry.slice(0, -port.length - 1)
  const { hostname } = new URL(`http://${host}`)
  return port === undefined ? trimDots(hostname) : `${trimDots(hostname)}:${Number(port)}`
}

function trimDots(host: string): string {
  return host.replace(/\.+$/, '')
}

/** Returns a name's addresses, IPv4 and IPv6; empty if it has none. */
export type Resolve = (name: string) => Promise<string[]>

const TIMEOUT_MILLIS = 2000
const TRIES = 2
const noAddress = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/**
 * Queries name servers directly: unlike the system's look-up it blocks no thread of the pool while a name server is slow, and
 * ignores the hosts file and search domains, which only lead to private networks.
 */
export const resolveByNameServers: Resolve = async (name) => {
  const resolver = new Resolver({ timeout: TIMEOUT_MILLIS, tries: TRIES })
  const asked = [resolver.resolve4(name), resolver.resolve6(name)].map(orNone)
  const found = (await Promise.allSettled(asked)).flatMap((one) =>
    one.status === 'fulfilled' ? one.value : [],
  )
  // Some name servers fail for AAAA where a host has only IPv4 addresses.
  return found.length > 0 ? found : (await Promise.all(asked)).flat()
}

/** A name's addresses. Throws an OutboundError unless all of them are public. */
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

/** The only part of IPv6 with public addresses. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** Looks public, but serves a machine's secrets inside Azure. */
const azureWireServer = '168.63.129.16'

/**
 * Whether an IP address is on the public internet: not this machine, a private or link-local network (cloud metadata),
 * carrier-grade NAT, multicast, documentation, or an IPv6 form of an IPv4 address (mapped, 6to4, NAT64, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || text === azureWireServer) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast)
}

const ownNetworks: readonly string[] = ['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']
/** Private addresses that serve a machine's secrets inside AWS, Google Cloud and Alibaba Cloud. */
const metadata = ['fd00:ec2::/32', 'fd20:ce::/32', '100.100.100.200/32'].map((block) =>
  ipaddr.parseCIDR(block),
)

/**
 * Whether an operator may open the address: this machine or a private network, but not link-local addresses or others where
 * clouds have their metadata, and no IPv6 form of an IPv4 address.
 */
export function isOwnNetworkAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  const isMetadata = metadata.some(
    ([block, bits]) => block.kind() === address.kind() && address.match(block, bits),
  )
  return ownNetworks.includes(address.range()) && !isMetadata
}

export const notOwnNetwork = () =>
  refuse(
    'must lead to this machine or a private network; link-local and metadata addresses are never allowed',
  )

/** A name's addresses by the system, which knows the names of containers too. Throws unless all are in an own network. */
export async function resolveOwnNetwork(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true }).catch((cause: unknown) => {
    throw new OutboundError('unresolvable', 'The URL must name a host that has an address.', { cause })
  })
  const addresses = found.map(({ address }) => address)
  if (!addresses.every(isOwnNetworkAddress)) throw notOwnNetwork()
  return addresses
}

/** Checks a URL that an operator opens. Returns its `host:port`; throws an OutboundError. */
export async function checkOwnNetworkUrl(text: string): Promise<string> {
  const url = parseOutboundUrl(text, { has: () => true })
  const address = toLiteralAddress(url.hostname)
  if (address === undefined) await resolveOwnNetwork(url.hostname)
  else if (!isOwnNetworkAddress(address)) throw notOwnNetwork()
  return `${url.hostname}:${url.port || (url.protocol === 'http:' ? '80' : '443')}`
}

/** The host of a URL if it is an IP address, without brackets; undefined for a name. */
export function toLiteralAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(bare) === 0 ? undefined : bare
}

/** The error for a URL that is not allowed. `demand` completes the sentence "The URL …". */
export function refuse(demand: string): OutboundError {
  return new OutboundError('refused', `The URL ${demand}.`)
}

/** Whether it is an error of Node or undici, with a code. */
export function isNodeError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}
