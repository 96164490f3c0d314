import type { Metadata } from 'next'
import { PaymentReturn } from '@/components/money/billing/payment-return'

export const metadata: Metadata = { title: 'Payment' }

type ReturnPageProps = { searchParams: Promise<{ order?: string | string[] }> }

/** The payment page leads here. Waits until the payment is confirmed. */
export default async function Page({ searchParams }: ReturnPageProps) {
  const { order } = await searchParams
  return <PaymentReturn orderId={typeof order === 'string' && order !== '' ? order : null} />
}
