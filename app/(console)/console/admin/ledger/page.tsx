import { LedgerPage } from '@/components/operator/ledger-page'
import { operatorMetadata } from '../operator-metadata'

export const generateMetadata = () => operatorMetadata('Ledger')

export default function Page() {
  return <LedgerPage />
}
