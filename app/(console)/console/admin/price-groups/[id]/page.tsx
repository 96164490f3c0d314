import { PriceGroupPage } from '@/components/operator/price-groups/price-group-page'
import { operatorMetadata } from '../../operator-metadata'

type Props = { params: Promise<{ id: string }> }

export const generateMetadata = () => operatorMetadata('Price group')

export default async function Page({ params }: Props) {
  const { id } = await params
  return <PriceGroupPage id={decodeURIComponent(id)} />
}
