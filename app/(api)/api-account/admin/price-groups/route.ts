import { operatorRoute } from '@/lib/http/routes'
import { PriceGroup, PriceGroupRequest } from '@/lib/money/price-groups/schema'
import { readPriceGroups, saveGroup } from '@/lib/operator/admin/price-groups'
import { PriceGroupList } from '@/lib/operator/admin/price-groups-schema'

export const GET = operatorRoute(
  { summary: 'All price groups', limit: 'account', reply: PriceGroupList },
  () => readPriceGroups(),
)

export const POST = operatorRoute(
  {
    summary: 'Add a price group',
    limit: 'account',
    body: PriceGroupRequest,
    reply: PriceGroup,
    status: 201,
  },
  ({ caller, body }) => saveGroup(caller, null, body),
)
