import Link from 'next/link'
import { type FigureColumn, FigureTable } from '@/components/data/figure-table'
import { Panel } from '@/components/ui/panel'
import type { ModelProvider } from '@/lib/catalog/schema'
import { paths } from '@/lib/client/paths'
import { Figure } from '../figures/figure'
import { measuredColumns } from '../figures/measured-columns'
import { offerColumns } from '../figures/offer-columns'
import { ProviderState } from '../providers/provider-state'

const name: FigureColumn<ModelProvider> = {
  id: 'name',
  name: 'Provider',
  cell: (provider) => (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-1">
      <Link
        href={paths.provider(provider.id)}
        prefetch={false}
        className="font-medium text-ink underline-offset-3 hover:underline"
      >
        {provider.name}
      </Link>
      <ProviderState provider={provider} />
    </div>
  ),
}

const latency: FigureColumn<ModelProvider> = {
  id: 'latency',
  name: 'Whole answer',
  numeric: true,
  cell: (row) => <Figure value={row.figures.latency_p50_ms} unit="ms" />,
}

const figures: FigureColumn<ModelProvider>[] = [...offerColumns, latency, ...measuredColumns]

const streamed = new Set(['ttft', 'throughput', 'context', 'input'])

/** Who serves a model, in the order in which they are tried, with what was measured of each in the last 24 hours. */
export function ModelProviders({
  providers,
  modality,
}: {
  providers: readonly ModelProvider[]
  modality: string
}) {
  // Pictures and videos are tasks: they have no first token.
  const shown = modality === 'chat' ? figures : figures.filter(({ id }) => !streamed.has(id))
  return (
    <Panel>
      <FigureTable
        label="Providers of this model"
        rows={providers}
        columns={[name, ...shown]}
        keyOf={({ id }) => id}
        needs={modality === 'chat' ? 'wide' : 'narrow'}
      />
    </Panel>
  )
}
