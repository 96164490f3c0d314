import Link from 'next/link'
import type { ReactNode } from 'react'
import { type FigureColumn, FigureTable } from '@/components/data/figure-table'
import { PageIntro, PageSection } from '@/components/site/page-section'
import { Alert } from '@/components/ui/alert'
import { Panel } from '@/components/ui/panel'
import type { ProviderModel, ProviderPolicies, ProviderReply } from '@/lib/catalog/models/schema'
import type { ProviderStatsReply } from '@/lib/catalog/models/stats-schema'
import { formatNumber } from '@/lib/client/format/number'
import { paths } from '@/lib/client/paths'
import { measuredColumns, offerColumns, ProviderState } from '../figures'
import { ModalityBadge, modalityNames } from '../modality'
import { ConnectLink } from '../unconnected'
import { ProviderStats } from './provider-stats'

type ProviderPageProps = { provider: ProviderReply; stats: ProviderStatsReply; isOperator: boolean }

/** A provider with its statistics, models and policies. */
export function ProviderPage({ provider, stats, isOperator }: ProviderPageProps) {
  const inService = provider.status !== 'disabled'
  const kinds = provider.modalities.map((kind) => modalityNames[kind].toLowerCase()).join(', ')
  return (
    <article>
      <PageIntro
        title={provider.name}
        up={{ label: 'Providers', href: paths.providers }}
        facts={<ProviderState provider={provider} />}
        lead={`${formatNumber(provider.model_count)} ${provider.model_count === 1 ? 'model' : 'models'}: ${kinds}.`}
      />
      {inService ? (
        <ProviderStats stats={stats} name={provider.name} />
      ) : (
        <div className="px-5 pb-8 sm:px-8">
          {provider.disabled_reason === 'switched_off' ? (
            <Alert title="Disabled">
              The operator has disabled {provider.name}. Its models are not available here.
            </Alert>
          ) : (
            <Alert title="Not connected" action={isOperator && <ConnectLink provider={provider} />}>
              This gateway has no key for {provider.name}. Its models are not available here.
            </Alert>
          )}
        </div>
      )}
      {(inService || isOperator) && (
        <PageSection
          id="models"
          title="Models"
          lead={inService ? 'Medians of the last 24 hours.' : 'Available once the provider is connected.'}
        >
          <ProviderModels models={provider.models} inService={inService} />
        </PageSection>
      )}
      <PageSection
        id="policies"
        title="Policies"
        lead="As recorded in the catalog. The provider’s own policies apply."
      >
        <PolicyList policies={provider.policies} />
      </PageSection>
    </article>
  )
}

const name: FigureColumn<ProviderModel> = {
  id: 'name',
  name: 'Model',
  cell: ({ id, name, modality }) => (
    <div className="py-1">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <Link
          href={paths.model(id)}
          prefetch={false}
          className="press-line rounded-xs font-medium text-foreground underline-offset-3 hover:underline"
        >
          {name}
        </Link>
        <ModalityBadge modality={modality} />
      </span>
      <span className="block font-mono text-xs break-all text-faint-foreground">{id}</span>
    </div>
  ),
}

type ProviderModelsProps = {
  models: readonly ProviderModel[]
  /** Whether there can be measured figures. */
  inService: boolean
}

/** A provider's models with prices, and figures where it is in service. */
function ProviderModels({ models, inService }: ProviderModelsProps) {
  return (
    <Panel>
      <FigureTable
        label="Models of this provider"
        rows={models}
        columns={inService ? [name, ...offerColumns, ...measuredColumns] : [name, ...offerColumns]}
        keyOf={({ id }) => id}
        needs={inService ? 'wide' : 'medium'}
      />
    </Panel>
  )
}

/** A provider's data policies, as far as the catalog knows them. */
function PolicyList({ policies }: { policies: ProviderPolicies }) {
  const rows: { name: string; value: ReactNode }[] = [
    { name: 'Data retention', value: retention(policies.data_retention_days) },
    { name: 'Trains on data', value: training(policies.trains_on_data) },
    { name: 'Headquarters', value: country(policies.headquarters) },
    { name: 'Privacy policy', value: link(policies.privacy_policy_url) },
    { name: 'Terms of service', value: link(policies.terms_of_service_url) },
    { name: 'Status page', value: link(policies.status_page_url) },
  ]
  return (
    <dl className="divide-y divide-border border-y border-border text-sm">
      {rows.map(({ name, value }) => (
        <div key={name} className="grid gap-x-6 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <dt className="text-muted-foreground">{name}</dt>
          <dd className="min-w-0 break-words">
            {value ?? <span className="text-faint-foreground">Unknown</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function retention(days: number | null): string | null {
  if (days === null) return null
  return days === 0 ? 'None' : `${days} ${days === 1 ? 'day' : 'days'}`
}

function training(trains: boolean | null): string | null {
  return trains === null ? null : trains ? 'Yes' : 'No'
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

function country(code: string | null): string | null {
  if (code === null) return null
  return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code
}

function link(url: string | null): ReactNode {
  if (url === null) return null
  return (
    <a
      href={url}
      rel="noreferrer"
      className="rounded-xs text-brand-text underline decoration-brand-border underline-offset-3 hover:decoration-current"
    >
      {new URL(url).hostname}
    </a>
  )
}
