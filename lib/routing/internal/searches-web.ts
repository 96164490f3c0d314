import type { ResolvedRoute } from '../schema'

/**
 * Whether a route can search the web: its provider is told how to, and says that this model does, or says nothing. A
 * vendor's own search is billed apart by the vendor: where nobody said what it costs here, it is not offered.
 */
export function searchesWeb({ target, supportedParameters, price }: ResolvedRoute): boolean {
  if (target.webSearch === 'native' && price.webSearch === null) return false
  if (target.webSearch === null && target.adapter !== 'sandbox') return false
  return supportedParameters.length === 0 || supportedParameters.includes('web_search')
}
