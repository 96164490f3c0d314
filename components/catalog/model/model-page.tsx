import Link from 'next/link'
import { formatUtcDay } from '@/components/site/format-utc'
import { PageIntro } from '@/components/site/page-intro'
import { PageSection } from '@/components/site/page-section'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Panel } from '@/components/ui/panel'
import type { ModelScore } from '@/lib/benchmarks/schema'
import type { ListedModel, ModelProvider } from '@/lib/catalog/schema'
import { paths } from '@/lib/client/paths'
import { writeListingQuery } from '../listing/listing-query'
import { ModalityBadge } from '../modality-badge'
import { PriceTable } from '../price/price-table'
import { tryItPath } from '../try-it-path'
import { ModelBenchmarks } from './model-benchmarks'
import { modelFacts } from './model-facts'
import { ModelProviders } from './model-providers'
import { ModelSamples } from './model-samples'
import { ParameterTable } from './parameter-table'

type ModelPageProps = {
  model: ListedModel
  providers: readonly ModelProvider[]
  scores: readonly ModelScore[]
  origin: string
}

/** A model: what it is, what it costs, what it takes, who serves it, and how it is called. */
export function ModelPage({ model, providers, scores, origin }: ModelPageProps) {
  const measured = providers.some(({ figures }) => figures.requests > 0)
  return (
    <article>
      <PageIntro
        title={model.name}
        up={{ label: 'Models', href: paths.models }}
        facts={
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="flex min-w-0 items-center gap-0.5">
              <code className="min-w-0 font-mono text-sm break-all text-muted">{model.id}</code>
              <CopyButton value={model.id} what="the model’s id" />
            </span>
            <ModalityBadge modality={model.modality} />
            <span className="text-xs text-faint">
              Released {formatUtcDay(new Date(model.created * 1000).toISOString())}
            </span>
          </div>
        }
        lead={model.description && `${model.description}.`}
        actions={
          <>
            {model.modality !== 'embedding' && (
              <Button asChild variant="primary" size="lg">
                <Link prefetch={false} href={tryItPath(model)}>
                  Try it
                </Link>
              </Button>
            )}
            <Button asChild size="lg">
              <Link prefetch={false} href={`${paths.models}${writeListingQuery({ compare: [model.id] })}`}>
                Compare
              </Link>
            </Button>
          </>
        }
      />
      <PriceAndLimits model={model} />
      <PageSection
        id="providers"
        title={providers.length === 1 ? 'Provider' : 'Providers'}
        lead={
          measured
            ? 'Tried in this order. Medians of the last 24 hours, of requests that went through here.'
            : 'Tried in this order. No request for this model came through here in the last 24 hours, so nothing was measured.'
        }
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
      <PageSection
        id="call"
        title="Call it"
        lead={
          <>
            Put a key into <code className="font-mono">PORTICO_API_KEY</code>. What else there is to know
            stands in the{' '}
            <Link
              prefetch={false}
              href={paths.docs}
              className="text-accent-text underline underline-offset-3"
            >
              guide
            </Link>
            .
          </>
        }
      >
        <ModelSamples model={model} origin={origin} />
      </PageSection>
      <PageSection id="parameters" title="Parameters">
        <ParameterTable model={model} />
      </PageSection>
    </article>
  )
}

function PriceAndLimits({ model }: { model: ListedModel }) {
  return (
    <section
      aria-label="Price and limits"
      className="grid gap-8 border-t border-line px-5 py-8 sm:px-8 lg:grid-cols-2 lg:py-10"
    >
      <div className="min-w-0">
        <h2 className="mb-4 text-xl font-semibold">Price</h2>
        <Panel>
          <PriceTable pricing={model.pricing} label="Price" />
        </Panel>
        {model.routes.length > 1 && (
          <p className="mt-2 text-xs text-faint">
            Of {model.routes[0]?.provider_name}, which is tried first. You pay the price of whoever answers.
          </p>
        )}
      </div>
      <div className="min-w-0">
        <h2 className="mb-4 text-xl font-semibold">Limits and abilities</h2>
        <dl className="divide-y divide-line border-y border-line text-sm">
          {modelFacts(model).map(({ name, value }) => (
            <div key={name} className="grid gap-x-6 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
              <dt className="text-muted">{name}</dt>
              <dd className="figures break-words">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
