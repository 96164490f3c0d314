import { operatorRoute } from '@/lib/http/routes'
import { OperatorProviderList } from '@/lib/operators/catalog-schema'
import { listOperatorProviders } from '@/lib/operators/list-operator-providers'

export const GET = operatorRoute(
  { summary: 'Providers with their variables and switches', limit: 'account', reply: OperatorProviderList },
  () => listOperatorProviders(),
)
