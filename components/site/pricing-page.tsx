import Link from 'next/link'
import { countByModality, sortModels } from '@/components/catalog/models/listing/listing-query'
import { modalityNames } from '@/components/catalog/models/modality'
import { mainPrice } from '@/components/catalog/models/price'
import { Dash, type FigureColumn, FigureTable } from '@/components/data/figure-table'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import type { ListedModel, Modality } from '@/lib/catalog/models/schema'
import { formatMoney, subtractMoney } from '@/lib/client/format/money'
import { formatCompact, formatPercent } from '@/lib/client/format/number'
import { paths } from '@/lib/client/paths'
import type { OfferReply } from '@/lib/money/orders/orders-schema'
import type { OwnPrices } from '@/lib/money/price-groups/schema'
import { type Fact, FactList, PageIntro, PageSection } from './page-section'
import { type PriceRow, priceColumnsOf, priceExtras, priceRows } from './price-rows'

type PricingPageProps = {
  offer: OfferReply
  models: readonly ListedModel[]
  /** The own prices of the customer who is signed in, if it has any; `models` have them. */
  own: OwnPrices | undefined
}

/** The price of credit, how billing works, and the price of every model. */
export function PricingPage({ offer, models, own }: PricingPageProps) {
  const percent = `${Number((Number(offer.platform_fee_rate) * 100).toFixed(4))}%`
  const kinds = countByModality(models)
  const bought = tenDollarsBuy(models)
  return (
    <>
      <PageIntro
        title="Pricing"
        lead={
          Number(offer.platform_fee_rate) === 0
            ? 'Prepaid credit for every model. No fees and no subscription, and credit never expires.'
            : `Prepaid credit for every model. The fee is ${percent} when you buy credit; requests have none. No subscription, and credit never expires.`
        }
      />
      <PageSection
        id="credit"
        title="Credit"
        lead={
          <>
            {paymentNotes[offer.payments]}
            {bought.length > 0 && (
              <p className="mt-1">
                $10 of credit buy about {new Intl.ListFormat('en', { type: 'disjunction' }).format(bought)}.
              </p>
            )}
          </>
        }
      >
        {offer.payments === 'none' ? (
          <Alert title="Credit is not for sale here">
            The operator of this gateway grants credit manually.
          </Alert>
        ) : (
          <CreditPackages offer={offer} />
        )}
      </PageSection>
      <PageSection id="billing" title="How billing works">
        <FactList facts={billingFacts} />
      </PageSection>
      {own && (
        <PageSection id="your-prices" title="Your prices">
          <Alert>Your account has its own prices. The prices below include them.</Alert>
          {own.volume.length > 0 && <FactList facts={volumeFacts(own)} />}
        </PageSection>
      )}
      {kinds.length === 0 && (
        <EmptyState
          className="border-t border-border"
          title="No models yet"
          description="Prices appear here once a provider is connected."
        />
      )}
      {kinds.map(({ modality }) => (
        <PageSection
          key={modality}
          id={modality}
          title={`${modalityNames[modality]} models`}
          lead={`${priceColumnsOf[modality].unit}.`}
        >
          <PriceList models={models} modality={modality} />
        </PageSection>
      ))}
    </>
  )
}

const TEN_DOLLARS = 10

/** What ten dollars of credit buy of the newest chat, image and video model: `about 66M input tokens of Chat`. */
export function tenDollarsBuy(models: readonly ListedModel[]): string[] {
  const newest = sortModels(models, 'newest')
  return (['chat', 'image', 'video'] as const).flatMap((kind) => {
    for (const { modality, name, pricing } of newest) {
      const price = modality === kind ? mainPrice(modality, pricing) : null
      if (!price?.usd || (price.unit === 'tokens') !== (kind === 'chat')) continue
      const count = (TEN_DOLLARS / price.usd) * (price.unit === 'tokens' ? 1_000_000 : 1)
      return `${formatCompact(Math.floor(count))} ${boughtUnits[kind]} of ${name}`
    }
    return []
  })
}

const boughtUnits = { chat: 'input tokens', image: 'images', video: 'seconds of video' }

function volumeFacts({ volume, spentUsd }: OwnPrices): Fact[] {
  const steps = volume.map(
    ({ fromUsd, factor }) => `${formatPercent(1 - factor)} off from ${formatMoney(fromUsd, 'sum')}`,
  )
  return [
    {
      name: 'Discount by volume',
      text: `By what you spend on requests in a calendar month (UTC): ${steps.join(', ')}.`,
    },
    { name: 'This month', text: `${formatMoney(spentUsd, 'sum')} so far.` },
  ]
}

const paymentNotes: Record<OfferReply['payments'], string> = {
  stripe: 'Pay by card. Tax is added at checkout where it applies.',
  sandbox: 'Test mode: no card is charged.',
  none: '',
}

const model: FigureColumn<PriceRow> = {
  id: 'model',
  name: 'Model',
  cell: (row) => (
    <div className="min-w-0 py-1">
      <Link
        href={paths.model(row.model.id)}
        prefetch={false}
        className="press-line rounded-xs font-medium text-foreground underline-offset-3 hover:underline"
      >
        {row.model.name}
      </Link>
      <span className="block font-mono text-xs break-all text-faint-foreground">{row.model.id}</span>
      <PriceExtras row={row} />
    </div>
  ),
}

const provider: FigureColumn<PriceRow> = {
  id: 'provider',
  name: 'Provider',
  cell: ({ route }) => <span className="text-muted-foreground">{route.provider_name}</span>,
}

function PriceExtras({ row }: { row: PriceRow }) {
  const extras = priceExtras(row)
  if (extras.length === 0) return null
  return (
    <dl className="figures mt-1 flex flex-wrap gap-x-3 text-xs text-muted-foreground">
      {extras.map(({ name, amount }) => (
        <div key={name} className="flex gap-1.5 whitespace-nowrap">
          <dt className="text-faint-foreground">{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The prices of all models of a kind. */
function PriceList({ models, modality }: { models: readonly ListedModel[]; modality: Modality }) {
  const rows = priceRows(models, modality)
  const columns = priceColumnsOf[modality].columns.filter(({ of }) => rows.some((row) => of(row) !== null))
  return (
    <Panel>
      <FigureTable
        label={`Prices, ${modality}`}
        rows={rows}
        columns={[
          model,
          provider,
          ...columns.map(({ id, name, of }) => ({
            id,
            name,
            numeric: true,
            cell: (row: PriceRow) => of(row) ?? <Dash label="none" />,
          })),
        ]}
        keyOf={({ model, route }) => `${model.id} ${route.provider_id}`}
      />
    </Panel>
  )
}

/** The packages of credit, with their fee. */
function CreditPackages({ offer }: { offer: OfferReply }) {
  return (
    <div className="grid gap-px overflow-hidden rounded-lg border border-border bg-border sm:grid-cols-2 lg:grid-cols-4">
      {offer.packages.map((one) => (
        <div key={one.inner_id} className="flex flex-col bg-card p-5">
          <h3 className="figures text-2xl font-semibold">{formatMoney(one.price, 'payment')}</h3>
          <dl className="figures mt-4 mb-6 grid gap-1.5 text-sm">
            <div className="flex justify-between gap-4 text-muted-foreground">
              <dt>Fee, {formatPercent(Number(offer.platform_fee_rate))}</dt>
              <dd>−{formatMoney(subtractMoney(one.price, one.credit), 'payment')}</dd>
            </div>
            <div className="flex justify-between gap-4 border-t border-border pt-1.5 font-medium">
              <dt>Credit</dt>
              <dd>{formatMoney(one.credit, 'payment')}</dd>
            </div>
          </dl>
          <Button variant="outline" asChild className="mt-auto">
            <Link
              prefetch={false}
              href={paths.billing}
              aria-label={`Buy for ${formatMoney(one.price, 'payment')}`}
            >
              Buy
            </Link>
          </Button>
        </div>
      ))}
    </div>
  )
}

/** How billing works, in the order of events. */
const billingFacts: Fact[] = [
  {
    name: 'Before a request',
    text: 'Its maximum cost is reserved: the input plus the max output you allow. Without enough credit the reply is a 402, and nothing is sent to a provider.',
  },
  {
    name: 'After a request',
    text: 'What was used is charged at the price of the provider that answered, to the billionth of a dollar. The rest is released at the same time.',
  },
  {
    name: 'Failures',
    text: 'Failed requests, empty answers and streams broken by a provider cost nothing. If you disconnect, you pay for what was delivered.',
  },
  {
    name: 'Fallbacks',
    text: 'Only the attempt that answers is charged. Each key can set which providers may be tried.',
  },
  {
    name: 'Limits',
    text: 'A key can have a total limit, or one per day, week or month. It stops when the limit is reached.',
  },
  {
    name: 'Price changes',
    text: 'A new price applies from its effective date. Every bill names the version of the price it used.',
  },
]
