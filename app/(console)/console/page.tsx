import type { Metadata } from 'next'
import { Page, PageHeader } from '@/components/layout/page'
import { BalancePanel } from '@/components/overview/balance-panel'
import { FirstSteps } from '@/components/overview/first-steps'
import { LatestRequests } from '@/components/overview/latest-requests'

export const metadata: Metadata = { title: 'Overview' }

export default function OverviewPage() {
  return (
    <Page>
      <PageHeader title="Overview" />
      <BalancePanel />
      <FirstSteps />
      <LatestRequests />
    </Page>
  )
}
