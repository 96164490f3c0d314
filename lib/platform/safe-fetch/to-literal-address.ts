import { isIP } from 'node:net'

/** The IP address that a URL's host already is, without brackets; undefined for a name. */
export function toLiteralAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(bare) === 0 ? undefined : bare
}
