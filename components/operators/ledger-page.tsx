'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Scale } from 'lucide-react'
import { Loaded } from '@/components/data/loaded'
import { RecentTime, RelativeTime } from '@/components/data/relative-time'
import { Stat, StatGrid } from '@/components/data/stat'
import { Page, PageHeader } from '@/components/layout/page'
import { StatusDot } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { toast } from '@/components/ui/toast'
import { formatMoney } from '@/lib/client/format/money'
import { formatDuration, formatNumber } from '@/lib/client/format/number'
import { checkLedgerMutation, ledgerChecksQuery } from '@/lib/operators/queries'
import type { LedgerCheck, LedgerProblem } from '@/lib/operators/schema'

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
        description="Checked every hour: that entries add up to balances, holds to what is held and all accounts to zero, and that each hold is still wanted."
        actions={
          <Button variant="primary" loading={check.isPending || isRunning} onClick={start}>
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
                description="The first check comes within the hour, or when you ask for it."
              />
            ) : (
              <CheckHistory checks={all} />
            )
          }
        </Loaded>
      </Panel>
    </Page>
  )
}

const kinds: Record<LedgerProblem['kind'], string> = {
  balance_differs: 'Balance differs',
  held_differs: 'Held sum differs',
  sum_not_zero: 'Sums do not cancel out',
  hold_without_owner: 'Hold without owner',
}

/** What the last finished check found. */
function LatestCheck({ check }: { check: LedgerCheck }) {
  const { findings } = check
  if (findings === null) return null
  const isWell = check.status === 'passed'
  const Icon = isWell ? CircleCheck : CircleAlert
  return (
    <>
      <Panel className={cn('flex items-start gap-3 p-4', !isWell && 'border-danger-line bg-danger-soft')}>
        <Icon
          className={cn('mt-0.5 size-5 shrink-0', isWell ? 'text-success-text' : 'text-danger-text')}
          aria-hidden="true"
        />
        <div role={isWell ? 'status' : 'alert'} className="min-w-0">
          <p className="font-medium">
            {isWell ? 'Everything agrees' : 'The ledger does not agree with itself'}
          </p>
          <p className="text-sm text-muted">
            Checked <RelativeTime at={check.started_at} />
          </p>
        </div>
      </Panel>
      <section aria-label="Figures">
        <StatGrid>
          <Stat name="Entries added up">{formatNumber(findings.entries)}</Stat>
          <Stat name="Customers">{formatNumber(findings.customers)}</Stat>
          <Stat name="Customers have">{formatMoney(findings.customers_sum, 'payment')}</Stat>
          <Stat name="System accounts">{formatMoney(findings.system_sum, 'payment')}</Stat>
          <Stat name="Open holds">{formatNumber(findings.open_holds)}</Stat>
        </StatGrid>
      </section>
      {findings.problems.length > 0 && <Problems problems={findings.problems} />}
    </>
  )
}

function Problems({ problems }: { problems: readonly LedgerProblem[] }) {
  return (
    <Panel>
      <PanelHeader title="Problems" />
      <ul className="divide-y divide-line">
        {problems.map(({ kind, subject, detail }) => (
          <li key={`${kind} ${subject}`} className="px-4 py-3 text-sm">
            <p className="font-medium">
              {kinds[kind]}
              {subject && <span className="ml-2 font-mono text-xs font-normal break-all">{subject}</span>}
            </p>
            <p className="text-muted">{detail}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const names = ['Entries added up', 'Customers', 'Customers have', 'System accounts', 'Open holds']

/** The place of the latest check, so that the list below stays where it is. */
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

const states = {
  running: { tone: 'accent', word: 'Running' },
  passed: { tone: 'success', word: 'Passed' },
  failed: { tone: 'danger', word: 'Failed' },
  interrupted: { tone: 'neutral', word: 'Interrupted' },
} as const

function CheckHistory({ checks }: { checks: readonly LedgerCheck[] }) {
  return (
    <Table label="Checks">
      <TableHeader>
        <tr>
          <TableHead>Result</TableHead>
          <TableHead>Began</TableHead>
          <TableHead className="max-sm:hidden">Asked for by</TableHead>
          <TableHead numeric className="max-sm:hidden">
            Entries
          </TableHead>
          <TableHead numeric className="max-sm:hidden">
            Took
          </TableHead>
          <TableHead numeric>Problems</TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {checks.map((check) => {
          const { tone, word } = states[check.status]
          return (
            <TableRow key={check.id}>
              <TableCell>
                <StatusDot tone={tone}>{word}</StatusDot>
              </TableCell>
              <TableCell className="text-muted">
                <RecentTime at={check.started_at} />
              </TableCell>
              <TableCell className="text-muted max-sm:hidden">
                {check.cause === 'operator' ? 'An operator' : 'The clock'}
              </TableCell>
              <TableCell numeric className="text-muted max-sm:hidden">
                {check.findings ? formatNumber(check.findings.entries) : '–'}
              </TableCell>
              <TableCell numeric className="text-muted max-sm:hidden">
                {took(check)}
              </TableCell>
              <TableCell numeric>
                {check.findings ? formatNumber(check.findings.problems.length) : '–'}
              </TableCell>
            </TableRow>
          )
        })}
      </TableBody>
    </Table>
  )
}

function took({ started_at, finished_at }: LedgerCheck): string {
  return finished_at ? formatDuration(Date.parse(finished_at) - Date.parse(started_at)) : '–'
}
