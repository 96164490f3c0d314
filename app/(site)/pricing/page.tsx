import { describePage } from '@/components/site/describe-page'
import { PricingPage } from '@/components/site/pricing-page'
import { listOfferedModels } from '@/lib/catalog/models/models'
import { paths } from '@/lib/client/paths'
import { readOffer } from '@/lib/money/orders/read-billing'

export const metadata = describePage({
  title: 'Pricing',
  description:
    'What credit costs, how requests are charged, and the price of every model that this gateway serves.',
  path: paths.pricing,
})

export default function Page() {
  return <PricingPage offer={readOffer()} models={listOfferedModels()} />
}
