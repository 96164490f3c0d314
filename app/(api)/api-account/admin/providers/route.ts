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
    example: {
      name: 'Acme',
      kind: 'openai-compatible',
      base_url: 'https://api.acme.example/v1',
      key: 'sk-0123456789abcdef',
    },
    reply: OperatorProvider,
    status: 201,
    refuses: ['demo_is_open'],
    idempotent: true,
  },
  ({ caller, body }) => addProvider(caller, body),
)
