import { PageIntro } from '@/components/site/page-intro'
import { PageSection } from '@/components/site/page-section'
import { Alert } from '@/components/ui/alert'
import type { ProviderReply } from '@/lib/catalog/schema'
import type { ProviderStatsReply } from '@/lib/catalog/stats-schema'
import { formatNumber } from '@/lib/client/format/number'
import { paths } from '@/lib/client/paths'
import { modalityNames } from '../modality-names'
import { ProviderState } from '../providers/provider-state'
import { PolicyList } from './policy-list'
import { ProviderModels } from './provider-models'
import { ProviderStats } from './provider-stats'

type ProviderPageProps = { provider: ProviderReply; stats: ProviderStatsReply }

/** A provider: what it serves, what it promises, and how well it answered. */
export function ProviderPage({ provider, stats }: ProviderPageProps) {
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
            <Alert title="Switched off">
              The operator of this gateway has switched {provider.name} off, so its models cannot be called
              here and nothing is measured.
            </Alert>
          ) : (
            <Alert title="Not configured">
              This gateway has no key for {provider.name}, so its models cannot be called here and nothing is
              measured.
            </Alert>
          )}
        </div>
      )}
      <PageSection
        id="models"
        title="Models"
        lead={inService ? 'Medians of the last 24 hours.' : 'What could be called, at these prices.'}
      >
        <ProviderModels models={provider.models} inService={inService} />
      </PageSection>
      <PageSection
        id="policies"
        title="Policies"
        lead="As the catalog of this gateway states them. The provider’s own words are what counts."
      >
        <PolicyList policies={provider.policies} />
      </PageSection>
    </article>
  )
}
