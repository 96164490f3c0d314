import Link from 'next/link'
import { PageSection } from '@/components/site/page-section'
import type { ModelScore } from '@/lib/benchmarks/schema'
import type { ListedModel, ModelProvider } from '@/lib/catalog/schema'
import { paths } from '@/lib/client/paths'
import { ModelBenchmarks } from './model-benchmarks'
import { ModelIntro } from './model-intro'
import { ModelProviders } from './model-providers'
import { ModelSamples } from './model-samples'
import { ParameterTable } from './parameter-table'
import { PriceAndLimits } from './price-and-limits'

type ModelPageProps = {
  model: ListedModel
  providers: readonly ModelProvider[]
  scores: readonly ModelScore[]
  origin: string
}

const MEASURED = 'Tried in this order. Medians of the last 24 hours, of requests that went through here.'
const UNMEASURED =
  'Tried in this order. No request for this model came through here in the last 24 hours, so nothing was measured.'

/** A model: what it is, what it costs, what it takes, who serves it, and how it is called. */
export function ModelPage({ model, providers, scores, origin }: ModelPageProps) {
  const measured = providers.some(({ figures }) => figures.requests > 0)
  return (
    <article>
      <ModelIntro model={model} />
      <PriceAndLimits model={model} />
      <PageSection
        id="providers"
        title={providers.length === 1 ? 'Provider' : 'Providers'}
        lead={measured ? MEASURED : UNMEASURED}
      >
        <ModelProviders providers={providers} modality={model.modality} />
      </PageSection>
      {scores.length > 0 && (
        <PageSection
          id="benchmarks"
          title="Benchmarks"
          lead="Measured through this gateway by its own suites, or imported with their source. The range is the 95% interval."
        >
          <ModelBenchmarks scores={scores} />
        </PageSection>
      )}
      <PageSection id="call" title="Call it" lead={<HowToCall />}>
        <ModelSamples model={model} origin={origin} />
      </PageSection>
      <PageSection id="parameters" title="Parameters">
        <ParameterTable model={model} />
      </PageSection>
    </article>
  )
}

function HowToCall() {
  return (
    <>
      Put a key into <code className="font-mono">PORTICO_API_KEY</code>. The rest is in the{' '}
      <Link prefetch={false} href={paths.docs} className="text-accent-text underline underline-offset-3">
        guide
      </Link>
      .
    </>
  )
}
