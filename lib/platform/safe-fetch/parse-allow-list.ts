import { z } from 'zod'

/** The hosts of `OUTBOUND_ALLOW`: they may have private addresses and speak plain http. */
export type AllowList = { has(url: Pick<URL, 'hostname' | 'port' | 'protocol'>): boolean }

const Entry = z.string().regex(/^(\[[0-9a-f:.]+\]|[^\s:/@[\]]+)(:\d{1,5})?$/i)

/** Reads `host, host:port, [::1]:port`; a host alone opens all its ports. */
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

/** As the URL parser writes hosts: lower case, punycode, addresses in their one form. */
function toEntry(entry: string): string {
  const port = /[^:]:(\d+)$/.exec(entry)?.[1]
  const host = port === undefined ? entry : entry.slice(0, -port.length - 1)
  const { hostname } = new URL(`http://${host}`)
  return port === undefined ? trimDots(hostname) : `${trimDots(hostname)}:${Number(port)}`
}

function trimDots(host: string): string {
  return host.replace(/\.+$/, '')
}
