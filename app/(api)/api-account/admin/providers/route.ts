import { operatorRoute } from '@/lib/http/routes'
import {
  AddProviderRequest,
  OperatorProvider,
  OperatorProviderList,
} from '@/lib/operator/admin/catalog-schema'
import { addProvider, listOperatorProviders } from '@/lib/operator/admin/providers'

export const GET = operatorRoute(
  {
    summary: 'All providers with their status and masked keys',
    limit: 'account',
    reply: OperatorProviderList,
  },
  () => listOperatorProviders(),
)

export const POST = operatorRoute(
  {
    summary: 'Add a custom provider',
    limit: 'account',
    body: AddProviderRequest,
    reply: OperatorProvider,
    status: 201,
    refuses: ['demo_is_open'],
  },
  ({ caller, body }) => addProvider(caller, body),
)
