import { operatorRoute } from '@/lib/http/routes'
import { PriceGroupRequest } from '@/lib/money/price-groups/schema'
import { listOperatorPriceGroups, saveGroup } from '@/lib/operator/admin/price-groups'
import { OperatorPriceGroup, PriceGroupList } from '@/lib/operator/admin/price-groups-schema'

export const GET = operatorRoute(
  { summary: 'All price groups', limit: 'account', reply: PriceGroupList },
  () => listOperatorPriceGroups(),
)

export const POST = operatorRoute(
  {
    summary: 'Add a price group',
    limit: 'account',
    body: PriceGroupRequest,
    reply: OperatorPriceGroup,
    status: 201,
  },
  ({ caller, body }) => saveGroup(caller, null, body),
)
