import { operatorRoute } from '@/lib/http/routes'
import { PriceGroup, PriceGroupRequest } from '@/lib/money/price-groups/schema'
import { readPriceGroup, removeGroup, saveGroup } from '@/lib/operator/admin/price-groups'
import { PriceGroupParams, PriceGroupRemoved } from '@/lib/operator/admin/price-groups-schema'

const params = PriceGroupParams

export const GET = operatorRoute(
  { summary: 'A price group with its first customers', limit: 'account', params, reply: PriceGroup },
  ({ params: { id } }) => readPriceGroup(id),
)

export const PUT = operatorRoute(
  {
    summary: 'Change all fields of a price group',
    limit: 'account',
    params,
    body: PriceGroupRequest,
    example: { name: 'Partners', rules: [{ provider: 'openai', factor: 0.9 }] },
    reply: PriceGroup,
  },
  ({ caller, params: { id }, body }) => saveGroup(caller, id, body),
)

export const DELETE = operatorRoute(
  {
    summary: 'Delete a price group; its customers pay the prices of the catalog',
    limit: 'account',
    params,
    reply: PriceGroupRemoved,
  },
  ({ caller, params: { id } }) => removeGroup(caller, id),
)
