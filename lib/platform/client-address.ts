import { BlockList, isIP } from 'node:net'

/**
 * The client's address. Each proxy appends the address that it saw to X-Forwarded-For, so the list is read from its end
 * while the nearer hop is one of `trusted` (TRUST_PROXY). Other hops may have written anything there.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trusted: string,
): string {
  let address = plainAddress(peer ?? '') || 'unknown'
  if (forwardedFor === undefined || trusted === '') return address
  const proxies = networksOf(trusted)
  const seen = forwardedFor.split(',')
  for (let next = seen.pop(); next !== undefined && isWithin(proxies, address); next = seen.pop()) {
    const before = withoutPort(plainAddress(next))
    if (isIP(before) === 0) break
    address = before
  }
  return address
}

/** Whether a text is a list of addresses and networks: `10.0.0.0/8, 2001:db8::/32, 127.0.0.1`. */
export function isNetworkList(text: string): boolean {
  return partsOf(text).every((part) => {
    const [address = '', prefix, ...rest] = part.split('/')
    const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
    if (bits < 0 || address.includes('%') || rest.length > 0) return false
    return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)
  })
}

let known: { text: string; networks: BlockList } | undefined

function networksOf(text: string): BlockList {
  if (known?.text !== text) known = { text, networks: toNetworks(partsOf(text)) }
  return known.networks
}

/** Valid addresses and networks, for `isWithin`. */
export function toNetworks(parts: readonly string[]): BlockList {
  const networks = new BlockList()
  for (const part of parts) {
    const [address = '', prefix] = part.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    networks.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return networks
}

function partsOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

export function isWithin(networks: BlockList, text: string): boolean {
  const [address = ''] = text.split('%') // a link-local address names its interface
  const version = isIP(address)
  return version > 0 && networks.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** Some proxies append the port: `203.0.113.9:4711`, `[2001:db8::5]:4711`. */
function withoutPort(text: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1')
}

/** Whether a host name or address is this machine's loopback; an IPv6 address with or without brackets. */
export function isLoopbackName(name: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(name)
}

/** The network of one subscriber: an IPv4 address, or the /64 of an IPv6 address, in which everyone has 2^64 addresses. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = address.includes('::') ? Math.max(0, 8 - left.length - right.length) : 0
  return [...left, ...Array<string>(zeros).fill('0'), ...right].slice(0, 4).join(':')
}

function plainAddress(text: string): string {
  return text.trim().replace(/^::ffff:(?=\d+\.)/i, '')
}
