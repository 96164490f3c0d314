import { describePage } from '@/components/site/describe-page'
import { PricingPage } from '@/components/site/pricing-page'
import { pageApi, readSession } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export const metadata = describePage({
  title: 'Pricing',
  description: 'What credit costs, how requests are charged, and the price of every model on this gateway.',
  path: paths.pricing,
})

export default async function Page() {
  const customerId = (await readSession())?.customerId
  return (
    <PricingPage
      offer={pageApi().readOffer()}
      models={pageApi().listOfferedModels(customerId)}
      own={customerId === undefined ? undefined : pageApi().readOwnPrices(customerId)}
    />
  )
}
