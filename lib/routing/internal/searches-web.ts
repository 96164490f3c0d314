import type { ResolvedRoute } from '../schema'

/** Whether a route can search the web: its provider is told how to, and says that this model does, or says nothing. */
export function searchesWeb({ target, supportedParameters }: ResolvedRoute): boolean {
  if (target.webSearch === null && target.adapter !== 'sandbox') return false
  return supportedParameters.length === 0 || supportedParameters.includes('web_search')
}
