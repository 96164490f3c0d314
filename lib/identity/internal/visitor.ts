import { clientAddress, isLoopbackAddress } from '@/lib/platform/client-address'

/** Reads one header; anything but a single string counts as absent. */
export type HeaderReader = (name: string) => string | undefined

/** Our server writes the socket's address here on every request, over whatever the client sent. */
const PEER_HEADER = 'x-portico-peer'

export function visitorAddress(header: HeaderReader): string {
  return clientAddress(header(PEER_HEADER), header('x-forwarded-for'))
}

/**
 * True for a browser on this machine that talks to us directly. A proxy on this machine is at a loopback address too,
 * so nothing in the request may name another place: no forwarded address, host or origin.
 */
export function isLocalVisitor(header: HeaderReader): boolean {
  const peer = header(PEER_HEADER)
  if (peer === undefined || !isLoopbackAddress(peer)) return false
  if (header('forwarded') !== undefined || header('via') !== undefined) return false
  const forwarded = [...list(header('x-forwarded-for')), ...list(header('x-real-ip'))]
  const hosts = [header('host') ?? '', ...list(header('x-forwarded-host'))]
  const origin = header('origin')
  return (
    forwarded.every(isLoopbackAddress) &&
    hosts.every((host) => isLoopbackHost(`http://${host}`)) &&
    (origin === undefined || isLoopbackHost(origin))
  )
}

function list(value: string | undefined): string[] {
  return value === undefined ? [] : value.split(',').map((part) => part.trim())
}

function isLoopbackHost(url: string): boolean {
  const host = URL.parse(url)?.hostname
  return host !== undefined && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)
}
