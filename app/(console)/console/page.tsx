import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { Page, PageHeader } from '@/components/layout/page'
import { BalancePanel } from '@/components/overview/balance-panel'
import { FirstSteps } from '@/components/overview/first-steps'
import { LatestRequests } from '@/components/overview/latest-requests'
import { OverviewStats } from '@/components/overview/overview-stats'
import { SpendPanel } from '@/components/overview/spend-panel'
import { readBalance } from '@/lib/billing/balance'
import { paths, signInPath } from '@/lib/client/paths'
import { readSession } from '@/lib/identity/read-session'

export const metadata: Metadata = { title: 'Overview' }

export default async function OverviewPage() {
  const session = await readSession()
  if (!session) redirect(signInPath(paths.console))
  const { customerId, userId, isOperator } = session
  const { total_used } = await readBalance({ customerId, userId, apiKey: null, isOperator })
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
