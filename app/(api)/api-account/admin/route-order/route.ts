import { operatorRoute } from '@/lib/http/routes'
import { orderRoutes } from '@/lib/operator/admin/catalog'
import { OperatorModel, RouteOrderRequest } from '@/lib/operator/admin/catalog-schema'

export const PUT = operatorRoute(
  {
    summary: 'Set the order in which a model’s routes are tried',
    limit: 'account',
    body: RouteOrderRequest,
    reply: OperatorModel,
  },
  ({ caller, body }) => orderRoutes(caller, body),
)
