import { operatorRoute } from '@/lib/http/routes'
import { adjustCustomer } from '@/lib/operator/admin/customers'
import { AdjustReply, AdjustRequest, CustomerParams } from '@/lib/operator/admin/customers-schema'

export const POST = operatorRoute(
  {
    summary: 'Credit or debit a customer',
    limit: 'account',
    params: CustomerParams,
    body: AdjustRequest,
    example: { id: '3f1c2f5e-9f0a-4f5c-8f6a-0d5f2b7c9a11', amount: '12.50', reason: 'Agreed by mail' },
    reply: AdjustReply,
    refuses: ['debit_exceeds_available', 'idempotency_key_conflict'],
  },
  ({ caller, params, body }) => adjustCustomer(caller, params.id, body),
)
