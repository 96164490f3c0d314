import type { Metadata } from 'next'
import { LedgerPage } from '@/components/operators/ledger/ledger-page'

export const metadata: Metadata = { title: 'Ledger' }

export default function Page() {
  return <LedgerPage />
}
