import type { Metadata } from 'next'
import { BalancePanel } from '@/components/account/overview/balance-panel'
import { FirstSteps } from '@/components/account/overview/first-steps'
import { KindsPanel } from '@/components/account/overview/kinds-panel'
import { LatestRequests } from '@/components/account/overview/latest-requests'
import { OverviewStats } from '@/components/account/overview/overview-stats'
import { SpendPanel } from '@/components/account/overview/spend-panel'
import { Page, PageHeader } from '@/components/layout/page'
import { Allowed } from '@/components/layout/permissions'
import { pageApi, readCookies, requireSession } from '@/lib/client/page-api'
import { paths } from '@/lib/client/paths'

export const metadata: Metadata = { title: 'Overview' }

export default async function OverviewPage() {
  const session = await requireSession(paths.console)
  const hidingSteps = `portico.first-steps-hidden=${session.customerId}`
  const [balance, steps, cookies] = await Promise.all([
    pageApi().readBalance(session),
    pageApi().readFirstSteps(session),
    readCookies(),
  ])
  const sums = balance ? [balance.available, balance.total_purchased, balance.total_used] : []
  const credit = balance === null || sums.some((usd) => Number(usd) > 0)
  const isNew = Number(balance?.total_used) === 0
  return (
    <Page>
      <PageHeader title="Overview" />
      {!cookies.includes(hidingSteps) && (
        <Allowed to="keys.own">
          <FirstSteps before={{ ...steps, credit }} hiding={hidingSteps} />
        </Allowed>
      )}
      {balance ? (
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          {isNew ? <LatestRequests /> : <SpendPanel />}
          <BalancePanel balance={balance} />
        </div>
      ) : (
        <SpendPanel />
      )}
      {!isNew && (
        <>
          <OverviewStats />
          <LatestRequests />
          <KindsPanel />
        </>
      )}
    </Page>
  )
}
