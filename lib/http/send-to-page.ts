import type { Exchange, Reply } from './exchange'

/** What tells a reader apart, for caches. */
export const READER_HEADERS = 'sec-fetch-dest, accept'

/** How every browser begins what it accepts when it opens a page; no client of an API asks for XHTML. */
const PAGE_TYPES = 'text/html,application/xhtml+xml'

/**
 * A person typed the address or followed a link to it; clients, and pages that fetch, get JSON. Over plain http browsers
 * send no `Sec-Fetch-Dest` to any host but this machine.
 */
export function isOpenedInBrowser({ headers }: Exchange): boolean {
  const destination = headers['sec-fetch-dest']
  if (destination !== undefined) return destination === 'document'
  return headers.accept?.startsWith(PAGE_TYPES) ?? false
}

/** `/explore/providers/[id]` with the address's own parameters and query. */
export function sendToPage(page: string, params: unknown, { query }: Exchange): Reply {
  const path = page.replace(/\[(\w+)\]/g, (_, name: string) => encodeURIComponent(paramOf(params, name)))
  const location = query.size === 0 ? path : `${path}?${query}`
  return {
    status: 307,
    headers: { location, 'cache-control': 'no-store', vary: READER_HEADERS },
    body: null,
  }
}

function paramOf(params: unknown, name: string): string {
  const value: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined
  return typeof value === 'string' ? value : ''
}
