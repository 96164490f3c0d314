import type { Metadata } from 'next'
import { BalancePanel } from '@/components/account/overview/balance-panel'
import { FirstSteps } from '@/components/account/overview/first-steps'
import { LatestRequests } from '@/components/account/overview/latest-requests'
import { OverviewStats } from '@/components/account/overview/overview-stats'
import { SpendPanel } from '@/components/account/overview/spend-panel'
import { Page, PageHeader } from '@/components/layout/page'
import { pageApi, requireSession } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Overview' }

export default async function OverviewPage() {
  const session = await requireSession(paths.console)
  const { total_used } = await pageApi().readBalance(session)
  return (
    <Page>
      <PageHeader title="Overview" />
      <FirstSteps isNew={Number(total_used) === 0} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <SpendPanel />
        <BalancePanel />
      </div>
      <OverviewStats />
      <LatestRequests />
    </Page>
  )
}
