import type { Metadata } from 'next'
import { PaymentReturn } from '@/components/money/billing/payment-return'

export const metadata: Metadata = { title: 'Payment' }

type ReturnPageProps = { searchParams: Promise<{ order?: string | string[] }> }

/** Where the payment page leads to: waits until the payment is known. */
export default async function Page({ searchParams }: ReturnPageProps) {
  const { order } = await searchParams
  return <PaymentReturn orderId={typeof order === 'string' && order !== '' ? order : null} />
}
