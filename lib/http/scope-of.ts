import type { Route } from './route'

/** What a key must be allowed to do, to call a route. */
export function scopeOf(
  { access }: Pick<Route, 'access'>,
  method: string,
): 'inference' | 'account:read' | 'account:write' {
  if (access === 'apiKey') return 'inference'
  return method === 'GET' || method === 'HEAD' ? 'account:read' : 'account:write'
}
