import { operatorRoute } from '@/lib/http/routes'
import { OverviewReply } from '@/lib/operators/overview-schema'
import { readOverview } from '@/lib/operators/read-overview'

export const GET = operatorRoute(
  { summary: 'How the installation does', limit: 'account', reply: OverviewReply },
  () => readOverview(),
)
