import { operatorRoute } from '@/lib/http/routes'
import { priceRoute } from '@/lib/operator/admin/catalog'
import { AddPriceRequest, IdParams, OperatorModel } from '@/lib/operator/admin/catalog-schema'

export const POST = operatorRoute(
  {
    summary: 'Add a version of a route’s price',
    limit: 'account',
    params: IdParams,
    body: AddPriceRequest,
    example: { pricing: { prompt: '0.000001', completion: '0.000002' }, valid_from: '2027-01-01T00:00:00Z' },
    reply: OperatorModel,
    status: 201,
    idempotent: true,
  },
  ({ caller, params, body }) => priceRoute(caller, params.id, body),
)
