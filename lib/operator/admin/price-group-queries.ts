import { shapesOf } from '@/lib/client/api-client'
import { listOf } from '@/lib/client/api-queries'
import { apiPaths } from '@/lib/client/paths'
import type { PriceGroupRequest } from '@/lib/money/price-groups/schema'
import type { SetPriceGroupRequest } from './price-groups-schema'
import { change, operatorsKey } from './queries'

const groupShape = shapesOf<typeof import('@/lib/money/price-groups/schema')>()
const shape = shapesOf<typeof import('./price-groups-schema')>()

export const priceGroupsQuery = () =>
  listOf([...operatorsKey, 'price-groups'], apiPaths.adminPriceGroups, shape('PriceGroupList'))

/** `id` is null for a new group. */
export const savePriceGroupMutation = () =>
  change(groupShape('PriceGroup'), ({ id, ...body }: PriceGroupRequest & { id: string | null }) =>
    id === null ? ['POST', apiPaths.adminPriceGroups, body] : ['PUT', apiPaths.adminPriceGroup(id), body],
  )

export const removePriceGroupMutation = () =>
  change(shape('PriceGroupRemoved'), (id: string) => ['DELETE', apiPaths.adminPriceGroup(id)])

export const setPriceGroupMutation = () =>
  change(
    shape('SetPriceGroupReply'),
    ({ customerId, ...body }: SetPriceGroupRequest & { customerId: string }) => [
      'PUT',
      apiPaths.adminCustomerPriceGroup(customerId),
      body,
    ],
  )
