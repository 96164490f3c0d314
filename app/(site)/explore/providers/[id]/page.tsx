import { notFound } from 'next/navigation'
import { ProviderPage } from '@/components/catalog/models/provider/provider-page'
import { describePage } from '@/components/site/describe-page'
import { Modality } from '@/lib/catalog/models/schema'
import { StatsWindow } from '@/lib/catalog/models/stats-schema'
import { pageApi, readSession } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

type Props = PageProps<'/explore/providers/[id]'>

export async function generateMetadata({ params }: Props) {
  const { id } = await params
  const provider = pageApi().findProvider(id)
  if (!provider) return { title: 'Not found' }
  return describePage({
    title: provider.name,
    description: `Models from ${provider.name}, its policies, and its measured success rate, latency and throughput.`,
    path: paths.provider(id),
  })
}

export default async function Page({ params, searchParams }: Props) {
  const [{ id }, query, session] = await Promise.all([params, searchParams, readSession()])
  if (!pageApi().findProvider(id)) notFound()
  const window = StatsWindow.catch('24h').parse(query.window)
  const modality = Modality.safeParse(query.modality).data
  const [provider, whole] = await Promise.all([
    pageApi().readProvider(id),
    pageApi().readProviderStats(id, { window }),
  ])
  // All figures of the page are about one kind of model.
  const stats = await pageApi().readProviderStats(id, { window, modality: modality ?? whole.modality })
  return <ProviderPage provider={provider} stats={stats} isOperator={session?.isOperator ?? false} />
}
