import { operatorRoute } from '@/lib/http/routes'
import { readOverview } from '@/lib/operators/overview'
import { OverviewReply } from '@/lib/operators/schema'

export const GET = operatorRoute(
  { summary: 'How the installation does', limit: 'account', reply: OverviewReply },
  () => readOverview(),
)
