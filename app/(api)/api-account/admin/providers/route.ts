import { listOperatorProviders } from '@/lib/operators/catalog'
import { OperatorProviderList } from '@/lib/operators/catalog-schema'
import { operatorRoute } from '@/lib/http/routes'

export const GET = operatorRoute(
  { summary: 'Providers with their variables and switches', limit: 'account', reply: OperatorProviderList },
  () => listOperatorProviders(),
)
