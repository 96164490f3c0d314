import { operatorRoute } from '@/lib/http/routes'
import { listOperatorProviders } from '@/lib/operators/catalog'
import { OperatorProviderList } from '@/lib/operators/catalog-schema'

export const GET = operatorRoute(
  { summary: 'Providers with their variables and switches', limit: 'account', reply: OperatorProviderList },
  () => listOperatorProviders(),
)
