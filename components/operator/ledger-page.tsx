'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Scale } from 'lucide-react'
import Link from 'next/link'
import { Stat, StatGrid } from '@/components/data/facts'
import { Loaded } from '@/components/data/loaded'
import { type Column, RecordTable } from '@/components/data/record-table'
import { RecentTime, RelativeTime } from '@/components/data/relative-time'
import { Page, PageHeader } from '@/components/layout/page'
import { StatusDot } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { toast } from '@/components/ui/toast'
import { formatMoney } from '@/lib/client/format/money'
import { formatDuration, formatNumber } from '@/lib/client/format/number'
import { paths } from '@/lib/client/paths'
import { checkLedgerMutation, ledgerChecksQuery } from '@/lib/operator/admin/queries'
import type { LedgerCheck, LedgerFindings, LedgerProblem } from '@/lib/operator/admin/schema'

export function LedgerPage() {
  const checks = useQuery(ledgerChecksQuery())
  const check = useMutation(checkLedgerMutation())
  const [latest] = checks.data ?? []
  const isRunning = latest?.status === 'running'
  const finished = checks.data?.find(({ findings }) => findings !== null)
  const start = () => check.mutate(undefined, { onError: (error) => toast.error(error.message) })
  return (
    <Page>
      <PageHeader
        title="Ledger"
        description="Every hour, entries are compared with balances and holds with reserved amounts, and all accounts must sum to zero."
        actions={
          <Button variant="default" loading={check.isPending || isRunning} onClick={start}>
            Check now
          </Button>
        }
      />
      {checks.isPending && <LatestCheckSkeleton />}
      {finished && <LatestCheck check={finished} />}
      <Panel>
        <PanelHeader title="Checks" />
        <Loaded query={checks} what="checks" rows={3}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState
                icon={<Scale />}
                title="Not checked yet"
                description="The first check runs within the hour, or when you start one."
              />
            ) : (
              <RecordTable label="Checks" rows={all} columns={columns} keyOf={({ id }) => id} />
            )
          }
        </Loaded>
      </Panel>
    </Page>
  )
}

const kinds: Record<LedgerProblem['kind'], string> = {
  balance_differs: 'Balance does not match its entries',
  held_differs: 'Reserved amount does not match its holds',
  sum_not_zero: 'Accounts do not sum to zero',
  month_differs: 'Closed month does not match its entries',
  hold_without_owner: 'Hold without a request or task',
}

/** The result of the last finished check. */
function LatestCheck({ check }: { check: LedgerCheck }) {
  const { findings } = check
  if (findings === null) return null
  const hasPassed = check.status === 'passed'
  const Icon = hasPassed ? CircleCheck : CircleAlert
  return (
    <>
      <Panel
        className={cn(
          'flex items-start gap-3 p-4',
          !hasPassed && 'border-destructive-border bg-destructive-soft',
        )}
      >
        <Icon
          className={cn('mt-0.5 size-5 shrink-0', hasPassed ? 'text-success-text' : 'text-destructive-text')}
          aria-hidden="true"
        />
        <div role={hasPassed ? 'status' : 'alert'} className="min-w-0">
          <p className="font-medium">
            Checked <RelativeTime at={check.started_at} />: {countProblems(findings.problems.length)}
          </p>
          <p className="text-sm text-muted-foreground">
            {hasPassed
              ? 'Every balance matches its entries, and all accounts sum to zero.'
              : 'Nothing was changed. Review the entries of the accounts below before you correct anything.'}
          </p>
        </div>
      </Panel>
      <section aria-label="Figures">
        <StatGrid>
          <Stat name="Entries">{formatNumber(findings.entries)}</Stat>
          <Stat name="Customers">{formatNumber(findings.customers)}</Stat>
          <Stat name="Customer balances">{formatMoney(findings.customers_sum, 'balance')}</Stat>
          <Stat name="Open holds">{formatNumber(findings.open_holds)}</Stat>
        </StatGrid>
      </section>
      {findings.accounts.length > 0 && <Accounts findings={findings} />}
      {findings.problems.length > 0 && <Problems problems={findings.problems} />}
    </>
  )
}

const accountNames: Readonly<Record<string, string>> = {
  'system:revenue': 'Request charges',
  'system:stripe': 'Stripe payments',
  'system:sandbox': 'Test mode payments',
  'system:grants': 'Trial and promotional credit',
  'system:adjustments': 'Operator adjustments',
}

/** All accounts: every ledger entry moves money from one of them to another. */
function Accounts({ findings: { accounts, customers_sum } }: { findings: LedgerFindings }) {
  return (
    <Panel>
      <PanelHeader title="Accounts" description="Credits in are negative; the accounts sum to zero." />
      <dl className="divide-y divide-border text-sm">
        {[{ account: 'customers', balance: customers_sum }, ...accounts].map(({ account, balance }) => (
          <div key={account} className="flex items-baseline justify-between gap-4 px-4 py-2.5">
            <dt>{account === 'customers' ? 'Customer balances' : (accountNames[account] ?? account)}</dt>
            <dd className="figures">{formatMoney(balance, 'exact')}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

function Problems({ problems }: { problems: readonly LedgerProblem[] }) {
  return (
    <Panel>
      <PanelHeader title="Problems" />
      <ul className="divide-y divide-border">
        {problems.map(({ kind, subject, subject_name: name, detail }) => (
          <li key={`${kind} ${subject} ${detail}`} className="px-4 py-3 text-sm">
            <p className="font-medium">
              {kinds[kind]}
              {subject && <Subject kind={kind} id={subject} name={name} />}
            </p>
            <p className="text-muted-foreground">{detail}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** A link to the customer; a hold has no page. */
function Subject({ kind, id, name }: { kind: LedgerProblem['kind']; id: string; name: string | null }) {
  const look = 'font-mono text-xs font-normal break-all'
  if (kind === 'hold_without_owner') return <span className={`ml-2 ${look}`}>{id}</span>
  return (
    <>
      {': '}
      <Link href={paths.adminCustomer(id)} title={id} className="wrap-anywhere underline underline-offset-3">
        {name === null ? <span className={look}>{id}</span> : <bdi>{name}</bdi>}
      </Link>
    </>
  )
}

function countProblems(count: number): string {
  return count === 0 ? 'no problems' : `${formatNumber(count)} ${count === 1 ? 'problem' : 'problems'}`
}

const names = ['Entries', 'Customers', 'Customer balances', 'Open holds']

/** Reserves the height of the latest check, so the list below does not move. */
function LatestCheckSkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-6">
      <Panel className="flex h-18.5 flex-col justify-center gap-3 p-4">
        <Skeleton className="w-40" />
        <Skeleton className="w-28" />
      </Panel>
      <StatGrid>
        {names.map((name) => (
          <Stat key={name} name={name}>
            {null}
          </Stat>
        ))}
      </StatGrid>
    </div>
  )
}

const statuses = {
  running: { tone: 'accent', label: 'Running' },
  passed: { tone: 'success', label: 'Passed' },
  failed: { tone: 'danger', label: 'Failed' },
  interrupted: { tone: 'neutral', label: 'Interrupted' },
} as const

const columns: readonly Column<LedgerCheck>[] = [
  {
    name: 'Result',
    cell: ({ status }) => <StatusDot tone={statuses[status].tone}>{statuses[status].label}</StatusDot>,
  },
  {
    name: 'Started',
    className: 'text-muted-foreground',
    cell: ({ started_at }) => <RecentTime at={started_at} />,
  },
  {
    name: 'Triggered by',
    shown: 'max-sm:hidden',
    className: 'text-muted-foreground',
    cell: ({ cause }) => (cause === 'operator' ? 'Operator' : 'Schedule'),
  },
  {
    name: 'Entries',
    numeric: true,
    shown: 'max-sm:hidden',
    className: 'text-muted-foreground',
    cell: ({ findings }) => (findings ? formatNumber(findings.entries) : '–'),
  },
  {
    name: 'Duration',
    numeric: true,
    shown: 'max-sm:hidden',
    className: 'text-muted-foreground',
    cell: durationOf,
  },
  {
    name: 'Problems',
    numeric: true,
    cell: ({ findings }) => (findings ? formatNumber(findings.problems.length) : '–'),
  },
]

function durationOf({ started_at, finished_at }: LedgerCheck): string {
  return finished_at ? formatDuration(Date.parse(finished_at) - Date.parse(started_at)) : '–'
}
