'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Allowed } from '@/components/layout/permissions'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { formatMoney, toNanos } from '@/lib/client/format/money'
import { paths } from '@/lib/client/paths'
import type { BalanceReply } from '@/lib/money/ledger/schema'
import { balanceEntriesQuery, balanceQuery } from '@/lib/money/orders/queries'
import { SPEND_DAYS, useSpend } from './spend'

/** Available and reserved credit, and how long it lasts. `balance`: when the page was opened. */
export function BalancePanel({ balance }: { balance: BalanceReply }) {
  const { data } = useQuery({ ...balanceQuery(), initialData: balance })
  const { spend } = useSpend()
  const outlook =
    spend && balanceOutlook(Number(toNanos(data.available) ?? 0n), spend.recentNanos / SPEND_DAYS)
  return (
    <Panel aria-label="Balance" className="flex flex-col">
      <PanelHeader title="Balance" />
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div>
          <div className="figures flex h-9 items-center text-3xl font-semibold tracking-[-0.02em]">
            <span title={formatMoney(data.available, 'exact')}>{formatMoney(data.available, 'balance')}</span>
          </div>
          <p className="text-xs text-faint-foreground">
            Available
            <TrialNote balance={data} />
          </p>
        </div>
        <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 text-sm">
          <dt className="text-muted-foreground">Reserved</dt>
          <dd className="figures">{formatMoney(data.held, 'sum')}</dd>
        </dl>
        {/* As high as the longest of them, because it is known later than the rest. */}
        <div className="min-h-21">
          <Outlook outlook={outlook} />
        </div>
        <Allowed to="billing.manage">
          <Button
            asChild
            variant={outlook && outlook.state !== 'fine' ? 'default' : 'outline'}
            className="mt-auto"
          >
            <Link href={paths.billing}>Add credit</Link>
          </Button>
        </Allowed>
      </div>
    </Panel>
  )
}

/** The trial credit, until credit is bought. */
function TrialNote({ balance }: { balance: BalanceReply }) {
  const isTrial = toNanos(balance.total_purchased) === 0n && toNanos(balance.available) !== 0n
  const { data } = useQuery({ ...balanceEntriesQuery({ limit: 10, offset: 0 }), enabled: isTrial })
  const trial = data?.items.find(({ kind }) => kind === 'trial')
  if (!isTrial || !trial) return null
  return <> · {formatMoney(trial.amount, 'payment')} trial credit</>
}

function Outlook({ outlook }: { outlook: BalanceOutlook | undefined }) {
  if (outlook?.state === 'empty')
    return (
      <Alert tone="warning" title="Your balance is empty">
        Requests are refused until you add credit.
      </Alert>
    )
  if (!outlook || outlook.daysLeft === null) return null
  const lasts = `Lasts ${describeDaysLeft(outlook.daysLeft)} at the rate of the last ${SPEND_DAYS} days.`
  if (outlook.state === 'low')
    return (
      <Alert tone="warning" title="Your balance is low">
        {lasts}
      </Alert>
    )
  return <p className="text-xs text-faint-foreground">{lasts}</p>
}

/** How long the balance lasts; `low` and `empty` call for credit. */
type BalanceOutlook = { state: 'fine' | 'low' | 'empty'; daysLeft: number | null }

const NANOS = 1_000_000_000
/** Low: below a dollar, or below three days at the recent rate. */
const LOW_NANOS = NANOS
const LOW_DAYS = 3

/** `dailyNanos`: the recent cost per day. Without spending there are no days left, and a small balance is not low. */
export function balanceOutlook(availableNanos: number, dailyNanos: number): BalanceOutlook {
  if (availableNanos <= 0) return { state: 'empty', daysLeft: null }
  if (dailyNanos <= 0) return { state: 'fine', daysLeft: null }
  const daysLeft = availableNanos / dailyNanos
  const low = daysLeft < LOW_DAYS || availableNanos < LOW_NANOS
  return { state: low ? 'low' : 'fine', daysLeft }
}

/** `less than a day`, `about 12 days`, `more than a year`. */
export function describeDaysLeft(days: number): string {
  if (days < 1) return 'less than a day'
  if (days > 365) return 'more than a year'
  const whole = Math.round(days)
  return whole === 1 ? 'about a day' : `about ${whole} days`
}
