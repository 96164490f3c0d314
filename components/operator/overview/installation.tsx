'use client'

import { ChevronRight, CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { type Column, RecordTable } from '@/components/data/record-table'
import { RelativeTime } from '@/components/data/relative-time'
import { Stat, StatGrid } from '@/components/data/stat'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { formatNumber } from '@/lib/client/format/number'
import { paths } from '@/lib/client/paths'
import type { Attention, OverviewReply } from '@/lib/operator/admin/schema'

type InstallationStatsProps = {
  overview: OverviewReply | undefined
  /** It could not be loaded: no figure is to come. */
  isMissing: boolean
}

export function InstallationStats({ overview, isMissing }: InstallationStatsProps) {
  const { providers, models, customers, queue } = overview ?? {}
  const missing = isMissing ? '–' : undefined
  return (
    <section aria-label="Installation">
      <StatGrid>
        <Stat name="Providers in service" note={providers && `of ${providers.total}`}>
          {providers ? formatNumber(providers.in_service) : missing}
        </Stat>
        <Stat name="Models callable" note={models && `of ${formatNumber(models.total)}`}>
          {models ? formatNumber(models.callable) : missing}
        </Stat>
        <Stat
          name="Customers"
          note={customers && customers.suspended > 0 ? `${customers.suspended} suspended` : undefined}
        >
          {customers ? formatNumber(customers.total) : missing}
        </Stat>
        <Stat
          name="Jobs waiting"
          note={queue && `${formatNumber(queue.active)} running, ${formatNumber(queue.failed)} failed`}
        >
          {queue ? formatNumber(queue.waiting) : missing}
        </Stat>
        <Stat name="Ledger" note={overview && <LedgerNote ledger={overview.ledger} />}>
          {overview ? ledgerWord(overview.ledger) : missing}
        </Stat>
      </StatGrid>
    </section>
  )
}

function ledgerWord(ledger: OverviewReply['ledger']): string {
  if (ledger === null) return 'Not checked yet'
  if (ledger.status === 'running') return 'Being checked'
  return ledger.problem_count === 0 ? 'No difference' : 'Differs'
}

function LedgerNote({ ledger }: { ledger: OverviewReply['ledger'] }) {
  if (ledger === null) return 'checked every hour'
  return (
    <>
      {ledger.status === 'running' ? 'since' : 'checked'} <RelativeTime at={ledger.started_at} />
    </>
  )
}

const looks = {
  danger: { Icon: CircleAlert, tone: 'text-danger-text', word: 'Urgent' },
  warning: { Icon: TriangleAlert, tone: 'text-warning-text', word: 'Soon' },
  info: { Icon: Info, tone: 'text-muted', word: 'Good to know' },
}

/** How operators hear of what is listed while they are elsewhere, or where to set that up. */
export function AlertWays({ ways }: { ways: OverviewReply['alert_ways'] | undefined }) {
  if (ways === undefined) return null
  if (ways.length > 0) return `Alerts are also sent by ${ways.join(' and ')}, once each.`
  return (
    <>
      Nobody is alerted elsewhere: set up mail or a webhook in the{' '}
      <Link href={paths.adminSettings} className="underline underline-offset-3 hover:text-ink">
        site settings
      </Link>
      .
    </>
  )
}

type AttentionListProps = {
  attention: readonly Attention[]
  /** Alerts go out by mail or webhook. */
  isSent: boolean
}

/** What needs attention, the most urgent first; each line leads to where something can be done. */
export function AttentionList({ attention, isSent }: AttentionListProps) {
  if (attention.length === 0)
    return (
      <p className="flex items-center gap-3 px-4 py-3 text-sm text-muted">
        <CircleCheck className="size-4 shrink-0 text-success-text" aria-hidden="true" />
        Nothing: processes, storage, providers, the queue and the ledger are all fine.
      </p>
    )
  return (
    <ul className="divide-y divide-line">
      {attention.map((one) => (
        <li key={`${one.kind} ${one.subject} ${one.title}`}>
          <Line attention={one} isSent={isSent} />
        </li>
      ))}
    </ul>
  )
}

type LineProps = { attention: Attention; isSent: boolean }

function Line({ attention: { severity, title, detail, since, is_alerted, action }, isSent }: LineProps) {
  const { Icon, tone, word } = looks[severity]
  const content = (
    <>
      <Icon className={cn('mt-0.5 size-4 shrink-0', tone)} aria-hidden="true" />
      <span className="min-w-0 flex-1 break-words">
        <span className="sr-only">{word}: </span>
        <span className="block text-sm font-medium text-ink">{title}</span>
        <span className="block text-sm text-muted">{detail}</span>
        {since && (
          <span className="block text-xs text-faint">
            Since <RelativeTime at={since} />
            {isSent && is_alerted && ' · alert sent'}
          </span>
        )}
      </span>
    </>
  )
  if (action === null) return <div className="flex gap-3 px-4 py-3">{content}</div>
  return (
    <Link
      href={action.path}
      title={action.label}
      className="flex gap-3 px-4 py-3 hover:bg-hover/60 focus-visible:-outline-offset-2"
    >
      {content}
      <ChevronRight className="mt-0.5 size-4 shrink-0 text-faint" aria-hidden="true" />
    </Link>
  )
}

const roles: Record<string, string> = { all: 'Web and worker', web: 'Web', worker: 'Worker' }

export function ProcessTable({ processes }: { processes: OverviewReply['processes'] }) {
  if (processes.length === 0)
    return (
      <EmptyState title="No processes" description="No process has reported within the last 20 seconds." />
    )
  return <RecordTable label="Processes" rows={processes} columns={columns} keyOf={({ id }) => id} />
}

const columns: readonly Column<OverviewReply['processes'][number]>[] = [
  { name: 'Role', cell: ({ role }) => roles[role] ?? role },
  {
    name: 'Process',
    shown: 'max-sm:hidden',
    className: 'font-mono text-xs text-muted',
    cell: ({ id }) => id,
  },
  {
    name: 'Started',
    numeric: true,
    className: 'text-muted',
    cell: ({ started_at }) => <RelativeTime at={started_at} />,
  },
  {
    name: 'Last heard',
    numeric: true,
    shown: 'max-sm:hidden',
    className: 'text-muted',
    cell: ({ heartbeat_at }) => <RelativeTime at={heartbeat_at} />,
  },
]
