import { CustomersPage } from '@/components/operator/customers/customers-page'
import { operatorMetadata } from '../operator-metadata'

export const generateMetadata = () => operatorMetadata('Customers')

export default function Page() {
  return <CustomersPage />
}
