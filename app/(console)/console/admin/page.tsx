import type { Metadata } from 'next'
import { OverviewPage } from '@/components/operators/overview/overview-page'

export const metadata: Metadata = { title: 'Installation' }

export default function Page() {
  return <OverviewPage />
}
