import { OverviewPage } from '@/components/operator/overview-page'
import { operatorMetadata } from './operator-metadata'

export const generateMetadata = () => operatorMetadata('Business')

export default function Page() {
  return <OverviewPage />
}
