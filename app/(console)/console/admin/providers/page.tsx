import { ProvidersPage } from '@/components/operators/providers-page'
import { operatorMetadata } from '../operator-metadata'

export const generateMetadata = () => operatorMetadata('Providers')

export default function Page() {
  return <ProvidersPage />
}
