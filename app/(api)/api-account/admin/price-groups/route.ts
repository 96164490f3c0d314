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
    example: {
      name: 'Partners',
      rules: [{ provider: 'openai', factor: 0.9 }],
      volume: [{ spent_usd: '1000', factor: 0.95 }],
    },
    reply: PriceGroup,
    status: 201,
    idempotent: true,
  },
  ({ caller, body }) => saveGroup(caller, null, body),
)
