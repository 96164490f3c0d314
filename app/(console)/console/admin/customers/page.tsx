import { CustomersPage } from '@/components/operators/customers/customers-page'
import { operatorMetadata } from '../operator-metadata'

export const generateMetadata = () => operatorMetadata('Customers')

export default function Page() {
  return <CustomersPage />
}
