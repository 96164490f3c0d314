import { countByModality } from '@/components/catalog/listing/count-models'
import { modalityNames } from '@/components/catalog/modality-names'
import { Alert } from '@/components/ui/alert'
import { EmptyState } from '@/components/ui/empty-state'
import type { OfferReply } from '@/lib/billing/orders-schema'
import type { ListedModel } from '@/lib/catalog/schema'
import { FactList } from '../fact-list'
import { PageIntro } from '../page-intro'
import { PageSection } from '../page-section'
import { billingFacts } from './billing-facts'
import { CreditPackages } from './credit-packages'
import { PriceList } from './price-list'
import { priceColumnsOf } from './price-rows'

type PricingPageProps = { offer: OfferReply; models: readonly ListedModel[] }

/** What credit costs, how it is spent, and what every model costs. */
export function PricingPage({ offer, models }: PricingPageProps) {
  const percent = `${Number((Number(offer.platform_fee_rate) * 100).toFixed(4))}%`
  const kinds = countByModality(models)
  return (
    <>
      <PageIntro
        title="Pricing"
        lead={
          Number(offer.platform_fee_rate) === 0
            ? 'You buy credit and spend it on any model. There is no fee, no subscription, and credit does not expire.'
            : `You buy credit and spend it on any model. The fee is ${percent} of what you pay for credit, once; requests carry none. No subscription, and credit does not expire.`
        }
      />
      <PageSection id="credit" title="Credit" lead={paymentWords[offer.payments]}>
        {offer.payments === 'none' ? (
          <Alert title="Credit cannot be bought here">
            The operator of this gateway takes no payments and grants credit by hand.
          </Alert>
        ) : (
          <CreditPackages offer={offer} />
        )}
      </PageSection>
      <PageSection id="billing" title="How it is spent">
        <FactList facts={billingFacts} />
      </PageSection>
      {kinds.length === 0 && (
        <EmptyState
          className="border-t border-line"
          title="No models yet"
          description="Prices appear here as soon as a provider has its key."
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

const paymentWords: Record<OfferReply['payments'], string> = {
  stripe: 'By card. Tax, where it applies, is added at checkout.',
  sandbox: 'This gateway is in its sandbox: the payment page is a rehearsal, and no money moves.',
  none: '',
}
