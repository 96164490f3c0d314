import { expect, it } from 'vitest'
import type { OperatorRoute } from '@/lib/operators/catalog-schema'
import { draftOf, shareOf, toPlaces } from './route-order-panel'

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
  const drafts = draftOf([
    route('a', 3, 3),
    route('b', 3, 1),
    route('c', 8, 1),
    route('d', 3, 5, { obstacle: 'route_disabled' }),
  ])
  expect(drafts.map(({ place }) => place)).toEqual(['1', '1', '2', '1'])
  expect(drafts.map((draft) => shareOf(draft, drafts))).toEqual(['75 %', '25 %', 'When others fail', 'None'])
  expect(toPlaces(drafts)?.[2]).toEqual({ id: 'c', priority: 2, weight: 1 })
})

it.each(['', '0', '-1', '1.5', 'many'])('sends nothing while a weight is %j', (weight) => {
  const [draft] = draftOf([route('a', 0, 1)])
  expect(draft && toPlaces([{ ...draft, weight }])).toBeNull()
})
