import { queryOptions } from '@tanstack/react-query'
import { callApi, shapesOf } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import type { PriceGroupRequest } from '@/lib/money/price-groups/schema'
import type { SetPriceGroupRequest } from './price-groups-schema'
import { change, operatorsKey } from './queries'

const groupShape = shapesOf(() => import('@/lib/money/price-groups/schema'))
const shape = shapesOf(() => import('./price-groups-schema'))

export function priceGroupsQuery() {
  return queryOptions({
    queryKey: [...operatorsKey, 'price-groups'],
    queryFn: ({ signal }) => callApi(apiPaths.adminPriceGroups, { reply: shape('PriceGroupList'), signal }),
    select: (list) => list.data,
  })
}

/** `id` is null for a new group. */
export function savePriceGroupMutation() {
  return change(({ id, ...body }: PriceGroupRequest & { id: string | null }) =>
    callApi(id === null ? apiPaths.adminPriceGroups : apiPaths.adminPriceGroup(id), {
      method: id === null ? 'POST' : 'PUT',
      body,
      reply: groupShape('PriceGroup'),
    }),
  )
}

export function removePriceGroupMutation() {
  return change((id: string) =>
    callApi(apiPaths.adminPriceGroup(id), { method: 'DELETE', reply: shape('PriceGroupRemoved') }),
  )
}

export function setPriceGroupMutation() {
  return change(({ customerId, ...body }: SetPriceGroupRequest & { customerId: string }) =>
    callApi(apiPaths.adminCustomerPriceGroup(customerId), {
      method: 'PUT',
      body,
      reply: shape('SetPriceGroupReply'),
    }),
  )
}
