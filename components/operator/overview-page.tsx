'use client'

import { useQuery } from '@tanstack/react-query'
import { LoadError, Loaded } from '@/components/data/loaded'
import { Page, PageHeader } from '@/components/layout/page'
import { CsvLink } from '@/components/money/usage/csv-link'
import { RangePicker } from '@/components/money/usage/toolbar/range-picker'
import { type DayRange, useUsageRange } from '@/components/money/usage/view/usage-range'
import { useUsageView } from '@/components/money/usage/view/usage-view'
import { FiguresCharts, FiguresStats } from '@/components/operator/overview/figures-panels'
import { FiguresTable } from '@/components/operator/overview/figures-table'
import {
  AlertChannels,
  AttentionList,
  InstallationStats,
  ProcessTable,
} from '@/components/operator/overview/installation'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { apiPaths } from '@/lib/client/paths'
import { figuresQuery, overviewQuery } from '@/lib/operator/admin/queries'

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
