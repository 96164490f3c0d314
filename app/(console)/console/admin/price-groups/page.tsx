import { PriceGroupsPage } from '@/components/operator/price-groups/price-groups-page'
import { operatorMetadata } from '../operator-metadata'

export const generateMetadata = () => operatorMetadata('Price groups')

export default function Page() {
  return <PriceGroupsPage />
}
