import type { RouteObstacle } from '@/lib/catalog/schema'

/** Why a route is not tried. */
export const obstacleSentences: Readonly<Record<RouteObstacle, string>> = {
  model_disabled: 'The model is switched off',
  route_disabled: 'Switched off',
  provider_withdrawn: 'The provider is withdrawn',
  provider_disabled: 'The provider is switched off',
  provider_not_configured: 'The provider has no key',
  no_price: 'No price is in force',
  not_served: 'The provider cannot serve it',
}
