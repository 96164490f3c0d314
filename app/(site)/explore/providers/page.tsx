import { ProvidersPage } from '@/components/catalog/models/provider/providers-page'
import { describePage } from '@/components/site/describe-page'
import { pageApi, readSession } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export const metadata = describePage({
  title: 'Providers',
  description:
    'The providers behind this gateway: models, status, and success rate and speed measured on real requests.',
  path: paths.providers,
})

export default async function Page() {
  const session = await readSession()
  const isOperator = session?.isOperator ?? false
  const { data: providers } = await pageApi().listProviders({ status: isOperator ? 'all' : 'active' })
  const active = providers.filter(({ status }) => status !== 'disabled')
  const measured = await Promise.all(
    active.map(async (provider) => {
      const [{ throughput }, { requests, success_rate }] = await Promise.all([
        pageApi().readProvider(provider.id),
        pageApi().readProviderStats(provider.id, {}),
      ])
      return { ...provider, throughput: throughput.p50, requests, success_rate }
    }),
  )
  return <ProvidersPage active={measured} idle={providers.filter(({ status }) => status === 'disabled')} />
}
