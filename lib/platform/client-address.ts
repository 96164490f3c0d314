import { isIP } from 'node:net'

const privateAddress = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd])/i
const loopbackAddress = /^(127\.|::1$)/

/**
 * Who is at the other end. A proxy on this machine or in a private network appends the address that it saw to
 * X-Forwarded-For; anyone else's header is not believed.
 */
export function clientAddress(peer: string | undefined, forwardedFor: string | undefined): string {
  const address = plainAddress(peer ?? '') || 'unknown'
  if (forwardedFor === undefined || !privateAddress.test(address)) return address
  const seen = withoutPort(plainAddress(forwardedFor.split(',').at(-1) ?? ''))
  return isIP(seen) > 0 ? seen : address
}

/** Some proxies append the port too: `203.0.113.9:4711`, `[2001:db8::5]:4711`. */
function withoutPort(text: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1')
}

export function isLoopbackAddress(address: string): boolean {
  return loopbackAddress.test(plainAddress(address))
}

/** What one subscriber holds: an IPv4 address, or the /64 of an IPv6 one, of which anyone has 2^64 addresses. */
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
