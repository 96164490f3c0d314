import ipaddr from 'ipaddr.js'

/** The only part of IPv6 from which addresses of the public internet are given out. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** Answers only inside Azure, with secrets of the machine, though it looks like any public address. */
const azureWireServer = '168.63.129.16'

/**
 * Whether an IP address belongs to the public internet: not this machine, a private or link-local network (cloud metadata),
 * carrier-grade NAT, multicast, documentation, nor an IPv6 form that wraps an IPv4 address (mapped, 6to4, NAT64, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || text === azureWireServer) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast)
}
