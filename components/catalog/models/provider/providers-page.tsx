import Link from 'next/link'
import { type FigureColumn, FigureTable } from '@/components/data/figure-table'
import { PageIntro, PageSection } from '@/components/site/page-section'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import type { ProviderItem, ProviderReply } from '@/lib/catalog/models/schema'
import { formatNumber } from '@/lib/client/format/number'
import { paths } from '@/lib/client/paths'
import { Figure, ProviderState } from '../figures'
import { modalityNames } from '../modality'
import { ConnectLink } from '../unconnected'

/** A provider in the list, with its figures of the last 24 hours. */
type ListedProvider = ProviderItem & {
  throughput: ProviderReply['throughput']['p50']
  success_rate: number | null
  requests: number
}

const name: FigureColumn<ProviderItem> = {
  id: 'name',
  name: 'Provider',
  cell: ({ id, name }) => (
    <Link
      href={paths.provider(id)}
      prefetch={false}
      className="press-line rounded-xs font-medium text-foreground underline-offset-3 hover:underline"
    >
      {name}
    </Link>
  ),
}
const models: FigureColumn<ProviderItem> = {
  id: 'models',
  name: 'Models',
  numeric: true,
  cell: (row) => formatNumber(row.model_count),
}
const kinds: FigureColumn<ProviderItem> = {
  id: 'kinds',
  name: 'Types',
  cell: ({ modalities }) => (
    <span className="text-muted-foreground">{modalities.map((kind) => modalityNames[kind]).join(', ')}</span>
  ),
}
const connect: FigureColumn<ProviderItem> = {
  id: 'connect',
  name: 'Key',
  numeric: true,
  cell: (provider) => <ConnectLink provider={provider} />,
}
const measured: FigureColumn<ListedProvider>[] = [
  { id: 'status', name: 'Status', cell: (provider) => <ProviderState provider={provider} /> },
  {
    id: 'requests',
    name: 'Requests',
    numeric: true,
    cell: ({ requests }) => formatNumber(requests),
  },
  {
    id: 'success',
    name: 'Success rate',
    numeric: true,
    cell: ({ success_rate: share }) => <Figure value={share} unit="share" />,
  },
  {
    id: 'throughput',
    name: 'Throughput',
    numeric: true,
    cell: ({ throughput }) => <Figure value={throughput} unit="tps" />,
  },
]

type ProvidersPageProps = { active: readonly ListedProvider[]; idle: readonly ProviderItem[] }

/** The providers of this gateway; for operators also disabled and unconnected ones. */
export function ProvidersPage({ active, idle }: ProvidersPageProps) {
  return (
    <>
      <PageIntro
        title="Providers"
        lead="The providers behind this gateway, with figures measured on real traffic."
      />
      <PageSection
        id="active"
        title="Active"
        lead="Last 24 hours: all requests, success rate of chat or the provider’s only modality, and throughput of chat."
      >
        <Panel>
          {active.length === 0 ? (
            <EmptyState
              title="No active providers"
              description="Providers appear here once they have a key."
            />
          ) : (
            <FigureTable
              label="Active providers"
              rows={active}
              columns={[name, ...measured.slice(0, 1), kinds, models, ...measured.slice(1)]}
              keyOf={({ id }) => id}
              needs="wide"
            />
          )}
        </Panel>
      </PageSection>
      <IdleProviders
        id="off"
        title="Disabled"
        lead="Only visible to operators. Their models are not available."
        providers={idle.filter(({ disabled_reason: reason }) => reason === 'switched_off')}
      />
      <IdleProviders
        id="idle"
        title="Available once connected"
        lead="Only visible to operators. Add a key to make their models available."
        providers={idle.filter(({ disabled_reason: reason }) => reason !== 'switched_off')}
        columns={[connect]}
      />
    </>
  )
}

type IdleProvidersProps = {
  id: string
  title: string
  lead: string
  providers: readonly ProviderItem[]
  columns?: readonly FigureColumn<ProviderItem>[]
}

/** Providers that are not available, for one reason; nothing where there are none. */
function IdleProviders({ id, title, lead, providers, columns = [] }: IdleProvidersProps) {
  if (providers.length === 0) return null
  return (
    <PageSection id={id} title={title} lead={lead}>
      <Panel>
        <FigureTable
          label={`Providers: ${title.toLowerCase()}`}
          rows={providers}
          columns={[name, kinds, models, ...columns]}
          keyOf={(provider) => provider.id}
          needs="narrow"
        />
      </Panel>
    </PageSection>
  )
}
