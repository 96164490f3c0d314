import { listOperatorAlerts } from '@/lib/alerts/conditions'
import { OperatorAlerts } from '@/lib/alerts/schema'
import { operatorRoute } from '@/lib/http/routes'

export const GET = operatorRoute(
  { summary: 'What operators were alerted of and is not over', limit: 'account', reply: OperatorAlerts },
  () => listOperatorAlerts(),
)
