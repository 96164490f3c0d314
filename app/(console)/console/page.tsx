import type { Metadata } from 'next'
import { Page, PageHeader } from '@/components/layout/page'
import { BalancePanel } from '@/components/overview/balance-panel'
import { FirstSteps } from '@/components/overview/first-steps/first-steps'
import { LatestRequests } from '@/components/overview/latest-requests'
import { OverviewStats } from '@/components/overview/overview-stats'
import { SpendPanel } from '@/components/overview/spend/spend-panel'

export const metadata: Metadata = { title: 'Overview' }

export default function OverviewPage() {
  return (
    <Page>
      <PageHeader title="Overview" />
      <FirstSteps />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <SpendPanel />
        <BalancePanel />
      </div>
      <OverviewStats />
      <LatestRequests />
    </Page>
  )
}
