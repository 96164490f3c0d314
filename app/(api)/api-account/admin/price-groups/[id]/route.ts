import { operatorRoute } from '@/lib/http/routes'
import { PriceGroupRequest } from '@/lib/money/price-groups/schema'
import { readOperatorPriceGroup, removeGroup, saveGroup } from '@/lib/operator/admin/price-groups'
import {
  OperatorPriceGroup,
  PriceGroupParams,
  PriceGroupRemoved,
} from '@/lib/operator/admin/price-groups-schema'

export const GET = operatorRoute(
  {
    summary: 'A price group with its customers',
    limit: 'account',
    params: PriceGroupParams,
    reply: OperatorPriceGroup,
  },
  ({ params }) => readOperatorPriceGroup(params.id),
)

export const PUT = operatorRoute(
  {
    summary: 'Change all fields of a price group',
    limit: 'account',
    params: PriceGroupParams,
    body: PriceGroupRequest,
    reply: OperatorPriceGroup,
  },
  ({ caller, params, body }) => saveGroup(caller, params.id, body),
)

export const DELETE = operatorRoute(
  {
    summary: 'Delete a price group; its customers pay the prices of the catalog',
    limit: 'account',
    params: PriceGroupParams,
    reply: PriceGroupRemoved,
  },
  ({ caller, params }) => removeGroup(caller, params.id),
)
