import { readOverview } from '@/lib/operators/overview'
import { OverviewReply } from '@/lib/operators/schema'
import { operatorRoute } from '@/lib/http/routes'

export const GET = operatorRoute(
  { summary: 'How the installation does', limit: 'account', reply: OverviewReply },
  () => readOverview(),
)
