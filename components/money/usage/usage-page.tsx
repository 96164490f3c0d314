'use client'

import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import Link from 'next/link'
import { Stat, StatGrid } from '@/components/data/facts'
import { LoadError } from '@/components/data/loaded'
import { Page, PageHeader } from '@/components/layout/page'
import { Allowed, useMay } from '@/components/layout/permissions'
import { BudgetsPanel } from '@/components/money/budgets/budgets-panel'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { keyListQuery } from '@/lib/account/api-keys/queries'
import { formatCompact, formatNumber } from '@/lib/client/format/number'
import { formatDateTime } from '@/lib/client/format/time'
import { apiPaths, paths } from '@/lib/client/paths'
import { usageKey, usageQuery } from '@/lib/money/usage/queries'
import type { UsageTotals as Totals } from '@/lib/money/usage/schema'
import { UsageChartPanel } from './chart/usage-chart-panel'
import { CsvLink } from './csv-link'
import { describeChange, failedShare, usageMetrics } from './figures'
import { RequestPanel } from './requests/request-panel'
import { UsageToolbar } from './toolbar/usage-toolbar'
import { MarkBreakdown, OwnerBreakdown, UsageBreakdown } from './usage-breakdown'
import { formatDays } from './view/calendar'
import {
  type DayRange,
  isFiltered,
  noFilters,
  previousFilters,
  unfilteredUsage,
  usageFilters,
  useUsageRange,
} from './view/usage-range'
import { useUsageView } from './view/usage-view'

/** Totals, a chart, breakdowns, and every request. */
export function UsagePage() {
  const [view, change] = useUsageView()
  const zoned = useUsageRange(view)
  const filters = zoned && usageFilters(view, zoned)
  const enabled = zoned !== null
  const usage = useQuery({ ...usageQuery(filters ?? {}), enabled })
  const comparable = zoned !== null && zoned.previous !== null
  const before = useQuery({
    ...usageQuery(comparable ? previousFilters(view, zoned) : {}),
    enabled: comparable,
  })
  const filtered = isFiltered(view)
  const all = useQuery({ ...usageQuery(zoned ? unfilteredUsage(zoned) : {}), enabled: enabled && filtered })
  return (
    <Page>
      <PageHeader
        title="Usage"
        description="Your requests, their cost, and the bill of each."
        actions={
          <>
            <CsvLink
              path={apiPaths.usage}
              filters={filters}
              label={filters?.interval === 'hour' || filters?.hours ? 'CSV by hour' : 'CSV by day'}
            />
            <RefreshButton />
          </>
        }
      />
      <ContentsBanner />
      <UsageToolbar view={view} zoned={zoned} all={filtered ? all.data : usage.data} onChange={change} />
      {usage.error && !usage.data ? (
        <Panel>
          <LoadError
            query={usage}
            what="Usage"
            action={
              filtered && (
                <Button variant="ghost" onClick={() => change(noFilters)}>
                  Clear filters
                </Button>
              )
            }
          />
        </Panel>
      ) : (
        <>
          <UsageTotals
            totals={usage.data?.summary}
            before={before.isPlaceholderData || !comparable ? undefined : before.data?.summary}
            previous={zoned?.previous ?? null}
          />
          <UsageChartPanel
            view={view}
            usage={usage.data}
            filters={filters}
            stale={usage.isPlaceholderData}
            onChange={change}
          />
          <UsageBreakdown usage={usage.data} onChange={change} />
          {zoned && <OwnerBreakdown view={view} zoned={zoned} onChange={change} />}
          {zoned && view.user === null && view.tag === null && (
            <MarkBreakdown view={view} zoned={zoned} onChange={change} />
          )}
        </>
      )}
      <Allowed to="settings.read">
        <BudgetsPanel />
      </Allowed>
      <RequestPanel view={view} zoned={zoned} onChange={change} />
    </Page>
  )
}

function RefreshButton() {
  const client = useQueryClient()
  const fetching = useIsFetching({ queryKey: usageKey }) > 0
  return (
    <Button
      variant="outline"
      size="icon"
      aria-label="Refresh"
      loading={fetching}
      onClick={() => void client.invalidateQueries({ queryKey: usageKey })}
    >
      <RotateCw aria-hidden="true" />
    </Button>
  )
}

/** Names the keys whose request contents are stored. */
function ContentsBanner() {
  const keys = useQuery({ ...keyListQuery(), enabled: useMay()('keys.list') })
  const kept = keys.data?.filter(({ contents_until }) => contents_until !== null) ?? []
  if (kept.length === 0) return null
  return (
    <Alert
      tone="warning"
      title="Request contents are being stored"
      action={
        <Link href={paths.keys} className="press-line rounded-xs font-medium underline underline-offset-3">
          API keys
        </Link>
      }
    >
      {kept
        .map(
          ({ name, contents_until: until }) =>
            `${name}, until ${until === null ? '' : formatDateTime(until)}`,
        )
        .join('; ')}
      .
    </Alert>
  )
}

type UsageTotalsProps = {
  totals: Totals | undefined
  /** Totals of the previous period. */
  before: Totals | undefined
  previous: DayRange | null
}

/** The totals of the range, compared with the previous one. */
function UsageTotals({ totals, before, previous }: UsageTotalsProps) {
  const change = (of: (figures: Totals) => number) =>
    totals && before && describeChange(of(totals), of(before))
  const days = previous && formatDays(previous.start, previous.end)
  const { cost } = usageMetrics
  return (
    <section aria-label="Totals" className="flex flex-col gap-1.5">
      <StatGrid>
        <Stat name="Cost" change={change(cost.of)}>
          {totals && cost.format.value(cost.of(totals))}
        </Stat>
        <Stat name="Requests" change={change(({ requests }) => requests)}>
          {totals && formatNumber(totals.requests)}
        </Stat>
        <Stat
          name="Tokens"
          change={change(({ total_tokens }) => total_tokens)}
          note={
            totals &&
            `${formatCompact(totals.prompt_tokens)} in, ${formatCompact(totals.completion_tokens)} out`
          }
        >
          {totals && (
            <span title={formatNumber(totals.total_tokens)}>{formatTokens(totals.total_tokens)}</span>
          )}
        </Stat>
        <Stat
          name="Failed"
          change={before && before.requests > 0 ? `was ${failedShare(before)}` : undefined}
          note={
            totals &&
            totals.requests > 0 &&
            `${formatNumber(totals.failed_requests)} of ${formatNumber(totals.requests)}`
          }
        >
          {totals && failedShare(totals)}
        </Stat>
      </StatGrid>
      {/* Stands in the gap below, so that nothing moves when it appears. */}
      <p className="-mb-4 h-4 text-xs leading-4 text-faint-foreground">
        {days && before && before.requests > 0 && `Compared with ${days}.`}
      </p>
    </section>
  )
}

function formatTokens(count: number): string {
  return count < 100_000 ? formatNumber(count) : formatCompact(count)
}
