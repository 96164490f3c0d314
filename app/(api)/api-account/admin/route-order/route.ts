import { operatorRoute } from '@/lib/http/routes'
import { orderRoutes } from '@/lib/operator/admin/catalog'
import { OperatorModel, RouteOrderRequest } from '@/lib/operator/admin/catalog-schema'

export const PUT = operatorRoute(
  {
    summary: 'Set the order in which a model’s routes are tried',
    limit: 'account',
    body: RouteOrderRequest,
    example: {
      model_id: 'openai/gpt-4.1',
      routes: [{ id: 'route_01kb0m3x5h8q2v7r4n6t9w1y3z', priority: 0, weight: 1 }],
    },
    reply: OperatorModel,
  },
  ({ caller, body }) => orderRoutes(caller, body),
)
