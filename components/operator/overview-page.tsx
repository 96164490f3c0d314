'use client'

import { useQuery } from '@tanstack/react-query'
import { ChevronRight, CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { Stat, StatGrid } from '@/components/data/facts'
import { LoadError, Loaded } from '@/components/data/loaded'
import { type Column, RecordTable } from '@/components/data/record-table'
import { RelativeTime } from '@/components/data/relative-time'
import { Page, PageHeader } from '@/components/layout/page'
import { CsvLink } from '@/components/money/usage/csv-link'
import { RangePicker } from '@/components/money/usage/toolbar/range-picker'
import { type DayRange, useUsageRange } from '@/components/money/usage/view/usage-range'
import { useUsageView } from '@/components/money/usage/view/usage-view'
import { FiguresCharts, FiguresStats } from '@/components/operator/overview/figures-panels'
import { FiguresTable } from '@/components/operator/overview/figures-table'
import { SetupPanel } from '@/components/operator/overview/setup-panel'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { formatNumber } from '@/lib/client/format/number'
import { apiPaths, paths } from '@/lib/client/paths'
import { figuresQuery, overviewQuery } from '@/lib/operator/admin/queries'
import type { Attention, OverviewReply } from '@/lib/operator/admin/schema'

const LivePanel = dynamic(
  () => import('@/components/operator/overview/live-panel').then((module) => module.LivePanel),
  { ssr: false, loading: () => <Skeleton className="h-27 rounded-lg" /> },
)

/** Business figures for the days in the address, and the present state of the installation. */
export function OverviewPage() {
  const [view, change] = useUsageView()
  const zoned = useUsageRange(view)
  const filters = zoned && daysOf(zoned.range, zoned.zone)
  const enabled = zoned !== null
  const figures = useQuery({ ...figuresQuery(filters ?? {}), enabled })
  const previous = zoned?.previous ?? null
  const before = useQuery({
    ...figuresQuery(zoned && previous ? daysOf(previous, zoned.zone) : {}),
    enabled: previous !== null,
  })
  const overview = useQuery(overviewQuery())
  return (
    <Page>
      <PageHeader
        title="Business"
        description="Usage, revenue and cost across all customers, and what needs your attention."
        actions={
          <>
            <RangePicker
              chosen={view.range}
              range={zoned?.range ?? null}
              today={zoned?.today ?? ''}
              onChange={change}
              daysOnly
            />
            <CsvLink path={apiPaths.adminFigures} filters={filters} label="CSV by day" />
          </>
        }
      />
      {overview.data && <SetupPanel setup={overview.data.setup} />}
      <Panel>
        <PanelHeader
          title="Needs attention"
          description={<AlertChannels channels={overview.data?.alert_ways} />}
        />
        <Loaded query={overview} what="alerts" rows={1}>
          {({ attention, alert_ways: channels }) => (
            <AttentionList attention={attention} isSent={channels.length > 0} />
          )}
        </Loaded>
      </Panel>
      {figures.error && !figures.data ? (
        <Panel>
          <LoadError query={figures} what="The figures" />
        </Panel>
      ) : (
        <>
          <FiguresStats figures={figures.data} before={before.isPlaceholderData ? undefined : before.data} />
          <FiguresCharts figures={figures.data} />
          <FiguresTable figures={figures.data} filters={filters} />
        </>
      )}
      <LivePanel />
      <InstallationStats overview={overview.data} isMissing={overview.isError} />
      <Panel>
        <PanelHeader title="Processes" description="Active in the last 20 seconds." />
        <Loaded query={overview} what="processes" rows={1}>
          {({ processes }) => <ProcessTable processes={processes} />}
        </Loaded>
      </Panel>
    </Page>
  )
}

function daysOf({ start, end }: DayRange, timezone: string) {
  return { start_date: start, end_date: end, timezone }
}

type InstallationStatsProps = {
  overview: OverviewReply | undefined
  /** The overview could not be loaded. */
  isMissing: boolean
}

function InstallationStats({ overview, isMissing }: InstallationStatsProps) {
  const { providers, models, customers, queue } = overview ?? {}
  const missing = isMissing ? '–' : undefined
  return (
    <section aria-label="Installation">
      <StatGrid>
        <Stat name="Active providers" note={providers && `of ${providers.total}`}>
          {providers ? formatNumber(providers.in_service) : missing}
        </Stat>
        <Stat name="Available models" note={models && `of ${formatNumber(models.total)}`}>
          {models ? formatNumber(models.callable) : missing}
        </Stat>
        <Stat
          name="Customers"
          note={customers && customers.suspended > 0 ? `${customers.suspended} suspended` : undefined}
        >
          {customers ? formatNumber(customers.total) : missing}
        </Stat>
        <Stat
          name="Queued jobs"
          note={queue && `${formatNumber(queue.active)} running, ${formatNumber(queue.failed)} failed`}
        >
          {queue ? formatNumber(queue.waiting) : missing}
        </Stat>
        <Stat name="Ledger" note={overview && <LedgerNote ledger={overview.ledger} />}>
          {overview ? describeLedger(overview.ledger) : missing}
        </Stat>
      </StatGrid>
    </section>
  )
}

function describeLedger(ledger: OverviewReply['ledger']): string {
  if (ledger === null) return 'Not checked yet'
  if (ledger.status === 'running') return 'Checking'
  return ledger.problem_count === 0 ? 'Balanced' : 'Unbalanced'
}

function LedgerNote({ ledger }: { ledger: OverviewReply['ledger'] }) {
  if (ledger === null) return 'checked hourly'
  return (
    <>
      {ledger.status === 'running' ? 'since' : 'checked'} <RelativeTime at={ledger.started_at} />
    </>
  )
}

const severities = {
  danger: { Icon: CircleAlert, tone: 'text-destructive-text', label: 'Critical' },
  warning: { Icon: TriangleAlert, tone: 'text-warning-text', label: 'Warning' },
  info: { Icon: Info, tone: 'text-muted-foreground', label: 'Info' },
}

/** How operators are alerted when they are not looking here, or where to set that up. */
function AlertChannels({ channels }: { channels: OverviewReply['alert_ways'] | undefined }) {
  if (channels === undefined) return null
  if (channels.length > 0) return `Each alert is also sent once by ${channels.join(' and ')}.`
  return (
    <>
      Alerts are only shown here. To receive them, set up mail or a webhook in{' '}
      <Link href={paths.adminSettings} className="underline underline-offset-3 hover:text-foreground">
        site settings
      </Link>
      .
    </>
  )
}

type AttentionListProps = {
  attention: readonly Attention[]
  /** Alerts are sent by mail or webhook. */
  isSent: boolean
}

/** What needs attention, most urgent first; each item links to where to fix it. */
function AttentionList({ attention, isSent }: AttentionListProps) {
  if (attention.length === 0)
    return (
      <p className="flex items-center gap-3 px-4 py-3 text-sm text-muted-foreground">
        <CircleCheck className="size-4 shrink-0 text-success-text" aria-hidden="true" />
        All clear: processes, storage, providers, queue and ledger are healthy.
      </p>
    )
  return (
    <ul className="divide-y divide-border">
      {attention.map((item) => (
        <li key={`${item.kind} ${item.subject} ${item.title}`}>
          <AttentionItem attention={item} isSent={isSent} />
        </li>
      ))}
    </ul>
  )
}

type AttentionItemProps = { attention: Attention; isSent: boolean }

function AttentionItem({ attention, isSent }: AttentionItemProps) {
  const { severity, title, detail, since, is_alerted, action } = attention
  const { Icon, tone, label } = severities[severity]
  const content = (
    <>
      <Icon className={cn('mt-0.5 size-4 shrink-0', tone)} aria-hidden="true" />
      <span className="min-w-0 flex-1 break-words">
        <span className="sr-only">{label}: </span>
        <span className="block text-sm font-medium text-foreground">{title}</span>
        <span className="block text-sm text-muted-foreground">{detail}</span>
        {since && (
          <span className="block text-xs text-faint-foreground">
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
      className="flex gap-3 px-4 py-3 hover:bg-accent/60 focus-visible:-outline-offset-2"
    >
      {content}
      <ChevronRight className="mt-0.5 size-4 shrink-0 text-faint-foreground" aria-hidden="true" />
    </Link>
  )
}

const roles: Record<string, string> = { all: 'Web + worker', web: 'Web', worker: 'Worker' }

function ProcessTable({ processes }: { processes: OverviewReply['processes'] }) {
  if (processes.length === 0)
    return <EmptyState title="No processes" description="No process was active in the last 20 seconds." />
  return <RecordTable label="Processes" rows={processes} columns={columns} keyOf={({ id }) => id} />
}

const columns: readonly Column<OverviewReply['processes'][number]>[] = [
  { name: 'Role', cell: ({ role }) => roles[role] ?? role },
  {
    name: 'Process',
    shown: 'max-sm:hidden',
    className: 'font-mono text-xs text-muted-foreground',
    cell: ({ id }) => id,
  },
  {
    name: 'Started',
    numeric: true,
    className: 'text-muted-foreground',
    cell: ({ started_at }) => <RelativeTime at={started_at} />,
  },
  {
    name: 'Last heartbeat',
    numeric: true,
    shown: 'max-sm:hidden',
    className: 'text-muted-foreground',
    cell: ({ heartbeat_at }) => <RelativeTime at={heartbeat_at} />,
  },
]
