import type { Metadata } from 'next'
import { CustomerPage } from '@/components/operators/customers/customer-page'

type Props = { params: Promise<{ id: string }> }

export const metadata: Metadata = { title: 'Customer' }

export default async function Page({ params }: Props) {
  const { id } = await params
  return <CustomerPage id={decodeURIComponent(id)} />
}
