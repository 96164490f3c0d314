import { operatorRoute } from '@/lib/http/routes'
import { priceRoute } from '@/lib/operator/admin/catalog'
import { AddPriceRequest, IdParams, OperatorModel } from '@/lib/operator/admin/catalog-schema'

export const POST = operatorRoute(
  {
    summary: 'Add a version of a route’s price',
    limit: 'account',
    params: IdParams,
    body: AddPriceRequest,
    reply: OperatorModel,
    status: 201,
    idempotent: true,
  },
  ({ caller, params, body }) => priceRoute(caller, params.id, body),
)
