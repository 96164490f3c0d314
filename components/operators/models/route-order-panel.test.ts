import { expect, it } from 'vitest'
import type { OperatorRoute } from '@/lib/operators/catalog-schema'
import { RouteOrder, shareOf, typedOrder } from './route-order-panel'

function route(
  id: string,
  priority: number,
  weight: number,
  more: Partial<OperatorRoute> = {},
): OperatorRoute {
  return {
    id,
    provider_id: id,
    provider_name: id.toUpperCase(),
    upstream_id: id,
    enabled: true,
    obstacle: null,
    priority,
    weight,
    own_priority: priority,
    own_weight: weight,
    is_ordered_by_operator: false,
    prices: [],
    ...more,
  }
}

it('counts places from 1, and calls go to the first place by weight', () => {
  const routes = [
    route('a', 3, 3),
    route('b', 3, 1),
    route('c', 8, 1),
    route('d', 3, 5, { obstacle: 'route_disabled' }),
  ]
  const typed = typedOrder(routes)
  expect(typed.map(({ priority }) => priority)).toEqual(['1', '1', '2', '1'])
  const shares = routes.map((_, index) => shareOf(index, typed, routes))
  expect(shares).toEqual(['75 %', '25 %', 'When others fail', 'None'])
  expect(RouteOrder.parse({ routes: typed }).routes[2]).toEqual({ id: 'c', priority: 2, weight: 1 })
})

it.each(['', '0', '-1', '1.5', 'many'])('sends nothing while a weight is %j', (weight) => {
  const [typed] = typedOrder([route('a', 0, 1)])
  const { error } = RouteOrder.safeParse({ routes: [{ ...typed, weight }] })
  expect(error?.issues).toMatchObject([{ path: ['routes', 0, 'weight'] }])
})
