import { OverviewPage } from '@/components/operators/overview-page'
import { operatorMetadata } from './operator-metadata'

export const generateMetadata = () => operatorMetadata('Installation')

export default function Page() {
  return <OverviewPage />
}
