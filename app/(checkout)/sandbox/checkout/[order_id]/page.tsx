import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { SandboxCheckout } from '@/components/money/billing/sandbox-checkout'
import { holdsDemoLink } from '@/lib/account/identity/demo-link'
import { readSession } from '@/lib/account/identity/read-session'
import type { Session } from '@/lib/account/identity/schema'
import { paths, signInPath } from '@/lib/client/paths'
import { readPaymentsMode } from '@/lib/money/orders/offer'
import { readSandboxOrder } from '@/lib/money/orders/orders'
import type { Order } from '@/lib/money/orders/orders-schema'
import { AppError } from '@/lib/platform/errors'

export const metadata: Metadata = { title: 'Sandbox payment' }

type SandboxCheckoutPageProps = { params: Promise<{ order_id: string }> }

export default async function SandboxCheckoutPage({ params }: SandboxCheckoutPageProps) {
  if (readPaymentsMode() !== 'sandbox') notFound()
  const { order_id } = await params
  const session = await readSession()
  if (!session) redirect(signInPath(paths.sandboxCheckout(order_id)))
  const hasLink = await holdsDemoLink((await headers()).get('cookie') ?? undefined)
  return <SandboxCheckout order={await readOrderOf(session, order_id)} needsLink={!hasLink} />
}

async function readOrderOf(session: Session, orderId: string): Promise<Order> {
  const { customerId, userId, isOperator } = session
  try {
    return await readSandboxOrder({ customerId, userId, apiKey: null, isOperator }, orderId)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') notFound()
    throw error
  }
}
