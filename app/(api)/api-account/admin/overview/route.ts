import { operatorRoute } from '@/lib/http/routes'
import { readOverview } from '@/lib/operator/admin/overview'
import { OverviewReply } from '@/lib/operator/admin/schema'

export const GET = operatorRoute(
  {
    summary: 'The state of the installation and what needs attention',
    limit: 'account',
    reply: OverviewReply,
  },
  () => readOverview(),
)
