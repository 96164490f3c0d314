import type { Metadata } from 'next'
import { BillingPage } from '@/components/money/billing/billing-page'
import { pageApi, readCookies, requireSession } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Billing' }

export default async function Page() {
  const session = await requireSession(paths.billing)
  const offer = pageApi().readOffer()
  // The sandbox payment page refuses other browsers.
  const canPay = offer.payments !== 'sandbox' || (await pageApi().holdsDemoLink(await readCookies()))
  const balance = await pageApi().readBalance(session)
  // The console says instead that the role does not include this page.
  return balance && <BillingPage offer={offer} canPay={canPay} balance={balance} />
}
