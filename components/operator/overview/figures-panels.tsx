'use client'

import { useState } from 'react'
import { modalityNames } from '@/components/catalog/models/modality'
import {
  type ChartData,
  type ChartFormat,
  durationFormat,
  type SeriesTone,
} from '@/components/charts/chart-data'
import {
  ChartLegend,
  ChartSkeleton,
  type ChartView,
  ChartViewToggle,
  TimeChart,
} from '@/components/charts/time-chart'
import { Stat, StatGrid } from '@/components/data/facts'
import { describeChange, failedShare, formatNanos, formatNanosShort } from '@/components/money/usage/figures'
import { formatDayLong, formatDayShort, formatDays } from '@/components/money/usage/view/calendar'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { formatMoney, toNanos } from '@/lib/client/format/money'
import { formatCompact, formatDuration, formatNumber } from '@/lib/client/format/number'
import type { Day, FiguresReply, Served } from '@/lib/operator/admin/figures-schema'

/** Nano-dollars as a number, exact below 2^53: nine million dollars a day. */
export const nanosOf = (usd: string) => Number(toNanos(usd) ?? 0n)

export const errorShare = ({ requests, errors }: Pick<Served, 'requests' | 'errors'>) =>
  failedShare({ requests, failed_requests: errors })

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

/** Margin as a share of spend; undefined without any spend. */
export function marginShare({ margin, spend }: Pick<Served, 'margin' | 'spend'>): string | undefined {
  const paid = nanosOf(spend)
  return paid > 0 ? percent.format(nanosOf(margin) / paid).replace('-', '−') : undefined
}

type FiguresStatsProps = {
  figures: FiguresReply | undefined
  /** The same number of days before them. */
  before: FiguresReply | undefined
}

/** Totals of the range, compared with the range before. */
export function FiguresStats({ figures, before }: FiguresStatsProps) {
  const { summary, top_ups: topUps } = figures ?? {}
  const change = (of: (reply: FiguresReply) => number) =>
    figures && before && describeChange(of(figures), of(before))
  return (
    <section aria-label="Figures" className="flex flex-col gap-3">
      <StatGrid>
        <Stat name="Spend" change={change((reply) => nanosOf(reply.summary.spend))} note="paid by customers">
          {summary && formatMoney(summary.spend, 'sum')}
        </Stat>
        <Stat
          name="Upstream cost"
          change={change((reply) => nanosOf(reply.summary.upstream_cost))}
          note="charged by providers"
        >
          {summary && formatMoney(summary.upstream_cost, 'sum')}
        </Stat>
        <Stat
          name="Margin"
          note={summary && (marginShare(summary) ? `${marginShare(summary)} of spend` : 'no spend')}
        >
          {summary && formatMoney(summary.margin, 'sum')}
        </Stat>
        <Stat name="Requests" change={change((reply) => reply.summary.requests)} note="all customers">
          {summary && formatNumber(summary.requests)}
        </Stat>
        <Stat
          name="Errors"
          note={summary && `${formatNumber(summary.errors)} of ${formatNumber(summary.requests)}`}
        >
          {summary && errorShare(summary)}
        </Stat>
      </StatGrid>
      <StatGrid>
        <Stat name="Active customers" change={change((reply) => reply.active_customers)}>
          {figures && formatNumber(figures.active_customers)}
        </Stat>
        <Stat name="New customers" change={change((reply) => reply.new_customers)}>
          {figures && formatNumber(figures.new_customers)}
        </Stat>
        <Stat
          name="Top-ups"
          change={change((reply) => nanosOf(reply.top_ups.paid))}
          note={topUps && `${formatNumber(topUps.count)} ${topUps.count === 1 ? 'payment' : 'payments'}`}
        >
          {topUps && formatMoney(topUps.paid, 'sum')}
        </Stat>
        <Stat
          name="Top-up fees"
          note={topUps && nanosOf(topUps.refunded) > 0 && `${formatMoney(topUps.refunded, 'sum')} refunded`}
        >
          {topUps && formatMoney(topUps.fees, 'sum')}
        </Stat>
      </StatGrid>
    </section>
  )
}

type Latency = FiguresReply['summary']['latencies'][number]
type Measure = { id: string; name: string; tone: SeriesTone; of: (day: Day) => number | null }
type Chart = { title: string; unit: string; compared: boolean; measures: Measure[]; format: ChartFormat }

const counts: ChartFormat = { value: formatNumber, tick: formatCompact }
const money: ChartFormat = { value: formatNanos, tick: formatNanosShort }

const charts: readonly Chart[] = [
  {
    title: 'Spend, cost and margin',
    unit: 'USD per day',
    compared: true,
    format: money,
    measures: [
      { id: 'spend', name: 'Spend', tone: 1, of: ({ spend }) => nanosOf(spend) },
      { id: 'cost', name: 'Upstream cost', tone: 2, of: (day) => nanosOf(day.upstream_cost) },
      { id: 'margin', name: 'Margin', tone: 3, of: ({ margin }) => nanosOf(margin) },
    ],
  },
  {
    title: 'Requests',
    unit: 'Requests per day',
    compared: false,
    format: counts,
    measures: [
      { id: 'served', name: 'Succeeded', tone: 1, of: ({ requests, errors }) => requests - errors },
      { id: 'errors', name: 'Errors', tone: 2, of: ({ errors }) => errors },
    ],
  },
  {
    title: 'Top-ups',
    unit: 'USD per day, before tax',
    compared: false,
    format: money,
    measures: [
      {
        id: 'credit',
        name: 'Credit',
        tone: 1,
        of: ({ top_ups: { paid, fees } }) => nanosOf(paid) - nanosOf(fees),
      },
      { id: 'fees', name: 'Fees', tone: 2, of: ({ top_ups: { fees } }) => nanosOf(fees) },
    ],
  },
  {
    title: 'Customers',
    unit: 'Customers per day',
    compared: true,
    format: counts,
    measures: [
      { id: 'active', name: 'Active', tone: 1, of: (day) => day.active_customers },
      { id: 'new', name: 'New', tone: 2, of: (day) => day.new_customers },
    ],
  },
]

/** A chart per modality: a video takes a minute, a chat a second. */
function latencyChart({ modality, latency_p50_ms: p50, latency_p95_ms: p95 }: Latency): Chart {
  const of = ({ latencies }: Day) => latencies.find((latency) => latency.modality === modality)
  const textOf = (millis: number | null) => (millis === null ? '–' : formatDuration(millis))
  return {
    title: `${modalityNames[modality]} latency`,
    unit: `Total response time: median ${textOf(p50)}, p95 ${textOf(p95)}`,
    compared: true,
    format: durationFormat,
    measures: [
      { id: 'p50', name: 'Median', tone: 1, of: (day) => of(day)?.latency_p50_ms ?? null },
      { id: 'p95', name: '95th percentile', tone: 2, of: (day) => of(day)?.latency_p95_ms ?? null },
    ],
  }
}

/** The days of the range, one chart per figure. */
export function FiguresCharts({ figures }: { figures: FiguresReply | undefined }) {
  const latencies = figures?.summary.latencies ?? []
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      {[...charts, ...latencies.map(latencyChart)].map((chart) => (
        <ChartPanel key={chart.title} chart={chart} figures={figures} />
      ))}
    </div>
  )
}

function ChartPanel({ chart, figures }: { chart: Chart; figures: FiguresReply | undefined }) {
  const [view, setView] = useState<ChartView>('chart')
  const data = figures && buildChart(chart, figures)
  const isEmpty = data?.series.every(({ values }) => values.every((value) => !value))
  return (
    <Panel aria-label={chart.title} className={chart === charts[0] ? 'lg:col-span-2' : undefined}>
      <PanelHeader
        title={chart.title}
        description={chart.unit}
        actions={<ChartViewToggle view={view} onViewChange={setView} />}
      />
      <div className="p-4">
        {!data && <ChartSkeleton />}
        {isEmpty && (
          <p className="grid h-64 place-items-center text-sm text-muted-foreground">No data in this range.</p>
        )}
        {data && !isEmpty && (
          <TimeChart
            label={`${chart.title} by day, ${formatDays(figures.start_date, figures.end_date)}`}
            pointName="Day"
            data={data}
            format={chart.format}
            view={view}
          />
        )}
        {data && !isEmpty && view === 'chart' && <ChartLegend series={data.series} className="mt-3" />}
      </div>
    </Panel>
  )
}

function buildChart({ measures, compared }: Chart, { daily }: FiguresReply): ChartData {
  return {
    compared,
    points: daily.map(({ date }) => ({ key: date, tick: formatDayShort(date), label: formatDayLong(date) })),
    series: measures.map(({ of, ...series }) => ({ ...series, values: daily.map(of) })),
  }
}
