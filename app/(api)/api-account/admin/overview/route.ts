import { operatorRoute } from '@/lib/http/routes'
import { readOverview } from '@/lib/operator/admin/overview'
import { OverviewReply } from '@/lib/operator/admin/schema'

export const GET = operatorRoute(
  { summary: 'How the installation does', limit: 'account', reply: OverviewReply },
  () => readOverview(),
)
