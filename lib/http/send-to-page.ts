import type { Exchange, Reply } from './exchange'

/** A person typed the address or followed a link to it; clients, and pages that fetch, get JSON. */
export function isOpenedInBrowser({ headers }: Exchange): boolean {
  return headers['sec-fetch-dest'] === 'document'
}

/** `/explore/providers/[id]` with the address's own parameters and query. */
export function sendToPage(page: string, params: unknown, { query }: Exchange): Reply {
  const path = page.replace(/\[(\w+)\]/g, (_, name: string) => encodeURIComponent(paramOf(params, name)))
  const location = query.size === 0 ? path : `${path}?${query}`
  return {
    status: 307,
    headers: { location, 'cache-control': 'no-store', vary: 'sec-fetch-dest' },
    body: null,
  }
}

function paramOf(params: unknown, name: string): string {
  const value: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined
  return typeof value === 'string' ? value : ''
}
