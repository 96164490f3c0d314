import type { Metadata } from 'next'
import { PaymentReturn } from '@/components/billing/return/payment-return'

export const metadata: Metadata = { title: 'Payment' }

/** Where the payment page leads to: waits until the payment is known. */
export default async function Page({ searchParams }: PageProps<'/console/billing/return'>) {
  const { order } = await searchParams
  return <PaymentReturn orderId={typeof order === 'string' && order !== '' ? order : null} />
}
