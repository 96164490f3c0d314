import { CustomerPage } from '@/components/operator/customers/customer-page'
import { operatorMetadata } from '../../operator-metadata'

type Props = { params: Promise<{ id: string }> }

export const generateMetadata = () => operatorMetadata('Customer')

export default async function Page({ params }: Props) {
  const { id } = await params
  return <CustomerPage id={decodeURIComponent(id)} />
}
