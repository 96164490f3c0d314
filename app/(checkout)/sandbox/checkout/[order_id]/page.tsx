import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { SandboxCheckout } from '@/components/money/billing/sandbox-checkout'
import { pageApi, readCookies, requireSession } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Test payment' }

type SandboxCheckoutPageProps = { params: Promise<{ order_id: string }> }

export default async function SandboxCheckoutPage({ params }: SandboxCheckoutPageProps) {
  if (pageApi().readOffer().payments !== 'sandbox') notFound()
  const { order_id } = await params
  const session = await requireSession(paths.sandboxCheckout(order_id))
  const order = await pageApi().readSandboxOrder(session, order_id)
  if (order === null) notFound()
  return <SandboxCheckout order={order} needsLink={!(await pageApi().holdsDemoLink(await readCookies()))} />
}
