import Link from 'next/link'
import { describeCertainty, formatScore } from '@/components/catalog/rankings/format-ranked'
import { ScoreSource } from '@/components/catalog/rankings/ranked-lists'
import { type FigureColumn, FigureTable } from '@/components/data/figure-table'
import { CodeTabs } from '@/components/site/code-tabs'
import { PageIntro, PageSection } from '@/components/site/page-section'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { highlight } from '@/components/ui/highlight'
import { Panel } from '@/components/ui/panel'
import type { ListedModel, ModelProvider, ModelReply } from '@/lib/catalog/models/schema'
import type { ModelScore } from '@/lib/catalog/rankings/scores-schema'
import { formatUtcDay } from '@/lib/client/format/time'
import { paths } from '@/lib/client/paths'
import { Figure, measuredColumns, offerColumns, ProviderState } from '../figures'
import { writeListingQuery } from '../listing/listing-query'
import { ModalityBadge, tryItPath } from '../modality'
import { priceColumns } from '../price'
import { codeSamples } from './code-samples'
import { ParameterTable, PriceAndLimits } from './model-facts'

type ModelPageProps = {
  model: ListedModel
  providers: readonly ModelProvider[]
  scores: readonly ModelScore[]
  origin: string
}

const MEASURED = 'In order of preference, with medians of the last 24 hours on this gateway.'
const UNMEASURED = 'In order of preference. No requests for this model in the last 24 hours.'

/** A model with its price, limits, providers, benchmarks, code samples and parameters. */
export function ModelPage({ model, providers, scores, origin }: ModelPageProps) {
  const measured = providers.some(({ figures }) => figures.requests > 0)
  return (
    <article>
      <ModelIntro model={model} />
      <EndNotice model={model} />
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
          lead="Measured through this gateway with its built-in suites, or imported with their source. The range is the 95% interval."
        >
          <ModelBenchmarks scores={scores} />
        </PageSection>
      )}
      <PageSection id="call" title="API" lead={<HowToCall />}>
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
      Set <code className="font-mono">PORTICO_API_KEY</code> to an API key. For more, see the{' '}
      <Link prefetch={false} href={paths.docs} className="text-brand-text underline underline-offset-3">
        guide
      </Link>
      .
    </>
  )
}

type ModelIntroProps = { model: ListedModel }

/** A model's name, facts and description, and links to try and compare it. */
function ModelIntro({ model }: ModelIntroProps) {
  return (
    <PageIntro
      title={model.name}
      up={{ label: 'Models', href: paths.models }}
      facts={<Facts model={model} />}
      lead={model.description && `${model.description}.`}
      actions={<Actions model={model} />}
    />
  )
}

const NOTICE_MILLIS = 30 * 86_400_000

/** That a model ends within 30 days. */
function EndNotice({ model: { expiration_date: end } }: ModelIntroProps) {
  if (end === null || Date.parse(end) > Date.now() + NOTICE_MILLIS) return null
  return (
    <div className="px-5 pb-8 sm:px-8">
      <Alert tone="warning" title={`Ends on ${formatUtcDay(end)}`}>
        Requests to this model fail from then on. Switch to another model before that day.
      </Alert>
    </div>
  )
}

function Facts({ model }: ModelIntroProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="flex min-w-0 items-center gap-0.5">
        <code className="min-w-0 font-mono text-sm break-all text-muted-foreground">{model.id}</code>
        <CopyButton value={model.id} what="the model ID" />
      </span>
      <ModalityBadge modality={model.modality} />
      <span className="text-xs text-faint-foreground">
        Released {formatUtcDay(new Date(model.created * 1000).toISOString())}
      </span>
    </div>
  )
}

function Actions({ model }: ModelIntroProps) {
  return (
    <>
      {['chat', 'image', 'video'].includes(model.modality) && (
        <Button asChild variant="default" size="lg">
          <Link prefetch={false} href={tryItPath(model)}>
            Try it
          </Link>
        </Button>
      )}
      <Button variant="outline" asChild size="lg">
        <Link prefetch={false} href={`${paths.models}${writeListingQuery({ compare: [model.id] })}`}>
          Compare
        </Link>
      </Button>
    </>
  )
}

const name: FigureColumn<ModelProvider> = {
  id: 'name',
  name: 'Provider',
  cell: (provider) => (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-1">
      <Link
        href={paths.provider(provider.id)}
        prefetch={false}
        className="font-medium text-foreground underline-offset-3 hover:underline"
      >
        {provider.name}
      </Link>
      <ProviderState provider={provider} />
    </div>
  ),
}

const latency: FigureColumn<ModelProvider> = {
  id: 'latency',
  name: 'Total response time',
  numeric: true,
  cell: (row) => <Figure value={row.figures.latency_p50_ms} unit="ms" />,
}

const figures: FigureColumn<ModelProvider>[] = [...offerColumns, latency, ...measuredColumns]

const streamed = new Set(['ttft', 'throughput', 'context'])

/** A model's providers in the order in which they are tried, with their figures of the last 24 hours. */
function ModelProviders({ providers, modality }: { providers: readonly ModelProvider[]; modality: string }) {
  // Images and videos are tasks and have no first token.
  const prices = providers.map(({ pricing }) => priceColumns(pricing))
  const isEmpty = (id: string) =>
    (id === 'input' || id === 'output') && prices.every((price) => price[id] === null)
  const shown = modality === 'chat' ? figures : figures.filter(({ id }) => !streamed.has(id) && !isEmpty(id))
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

/** Code samples with the origin at which the page was opened. */
function ModelSamples({ model, origin }: { model: ModelReply; origin: string }) {
  return (
    <CodeTabs
      samples={codeSamples(model, origin).map(({ id, label, language, code }) => ({
        id,
        label,
        code,
        content: highlight(code, language),
      }))}
    />
  )
}

/** The model's benchmark scores, each with its interval and source. */
function ModelBenchmarks({ scores }: { scores: readonly ModelScore[] }) {
  return (
    <Panel>
      <ul aria-label="Benchmarks" className="divide-y divide-border text-sm">
        {scores.map((score) => (
          <li key={score.category} className="flex items-baseline gap-4 px-4 py-2.5">
            <span className="min-w-0 flex-1">
              <span className="block font-medium break-words">{score.category}</span>
              <span className="block text-xs break-words text-faint-foreground">
                <ScoreSource item={score} />, {formatUtcDay(score.as_of)}
              </span>
            </span>
            <span className="figures shrink-0 text-right">
              {formatScore(score.score, score.metric)}
              <span className="block text-xs text-faint-foreground">{describeCertainty(score)}</span>
            </span>
            <span className="figures w-16 shrink-0 text-right text-faint-foreground max-sm:hidden">
              {score.compared > 1 && `${score.rank} of ${score.compared}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
