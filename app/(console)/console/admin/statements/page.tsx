import { StatementsPage } from '@/components/operator/statements-page'
import { operatorMetadata } from '../operator-metadata'

export const generateMetadata = () => operatorMetadata('Statements')

export default function Page() {
  return <StatementsPage />
}
