import { Stat, StatGrid } from '@/components/data/facts'
import { type FigureColumn, FigureTable } from '@/components/data/figure-table'
import { PageSection } from '@/components/site/page-section'
import { nameWindow, WindowLinks } from '@/components/site/window-links'
import { Panel } from '@/components/ui/panel'
import { type Percentiles, type ProviderStatsReply, StatsWindow } from '@/lib/catalog/models/stats-schema'
import { formatCompact, formatNumber } from '@/lib/client/format/number'
import { formatUtcMoment } from '@/lib/client/format/time'
import { paths } from '@/lib/client/paths'
import { Kind } from '@/lib/money/usage/schema'
import { Figure } from '../figures'
import { kindNames } from '../modality'
import { StatsChart } from './stats-chart'

/** With fewer requests, percentiles are not reliable. */
const FEW_REQUESTS = 10
/** Of fewer, a share says nothing about uptime. */
const UPTIME_REQUESTS = 100

type ProviderStatsProps = { stats: ProviderStatsReply; name: string }

/** A provider's statistics over a window. */
export function ProviderStats({ stats, name }: ProviderStatsProps) {
  const kinds = shownKinds(stats)
  return (
    <PageSection
      id="statistics"
      title="Statistics"
      lead={<Lead stats={stats} name={name} />}
      actions={
        <div className="flex max-w-full flex-wrap gap-2">
          {kinds.length > 1 && (
            <WindowLinks
              label="Type"
              windows={kinds}
              current={stats.modality}
              nameOf={(modality) => kindNames[modality]}
              hrefOf={(modality) => addressOf(stats, { modality })}
            />
          )}
          <WindowLinks
            windows={StatsWindow.options}
            current={stats.window}
            hrefOf={(window) => addressOf(stats, { window })}
          />
        </div>
      }
    >
      <div className="flex flex-col gap-5">
        <Figures stats={stats} />
        {stats.requests > 0 && (
          <>
            <PercentileTable stats={stats} />
            <StatsChart stats={stats} />
          </>
        )}
      </div>
    </PageSection>
  )
}

/** Modalities with figures, and the shown one. */
function shownKinds({ modalities, modality }: ProviderStatsReply): Kind[] {
  return Kind.options.filter((kind) => kind === modality || modalities.some((one) => one === kind))
}

type Shown = Pick<ProviderStatsReply, 'window' | 'modality'>

function addressOf(
  { provider_id: id, window, modality }: ProviderStatsReply,
  chosen: Partial<Shown>,
): string {
  const search = new URLSearchParams({ window, ...(modality !== 'chat' && { modality }), ...chosen })
  if (search.get('window') === '24h') search.delete('window')
  return `${paths.provider(id)}?${search}`
}

function Lead({ stats, name }: ProviderStatsProps) {
  const span = `the last ${nameWindow(stats.window)}`
  const kind = kindNames[stats.modality].toLowerCase()
  if (stats.requests === 0)
    return `No requests to ${name}’s ${kind} models in ${span}. Figures appear within a minute of the first request.`
  return (
    <>
      Measured on {formatNumber(stats.requests)} {kind} {stats.requests === 1 ? 'request' : 'requests'} in{' '}
      {span}
      {stats.requests < FEW_REQUESTS && ', too few for reliable speeds'}. Updated{' '}
      {formatUtcMoment(stats.as_of)}.
    </>
  )
}

function Figures({ stats }: { stats: ProviderStatsReply }) {
  const isStreamed = stats.modality === 'chat'
  return (
    <StatGrid>
      <Stat name="Requests">{formatNumber(stats.requests)}</Stat>
      <Stat name="Success rate">
        <Figure value={stats.success_rate} unit="share" />
      </Stat>
      <Stat name="Uptime">
        <Figure value={stats.requests < UPTIME_REQUESTS ? null : stats.uptime} unit="percent" />
      </Stat>
      <Stat name="Tokens">{formatCompact(Number(stats.total_tokens))}</Stat>
      <Stat name={isStreamed ? 'Time to first token' : 'Total response time'} note="median">
        <Figure value={isStreamed ? stats.ttft_ms.p50 : stats.latency_ms.p50} unit="ms" />
      </Stat>
      <Stat name="Throughput" note="median">
        <Figure value={stats.throughput_tps.p50} unit="tps" />
      </Stat>
    </StatGrid>
  )
}

type Speed = { name: string; values: Percentiles; unit: 'ms' | 'tps' }

const steps = ['p50', 'p75', 'p90', 'p99'] as const

/** The heading of the first column names the modality. */
function columnsOf(kind: Kind): [FigureColumn<Speed>, ...FigureColumn<Speed>[]] {
  return [
    {
      id: 'speed',
      name: `${kindNames[kind]} speed`,
      cell: ({ name }) => <span className="whitespace-nowrap">{name}</span>,
    },
    ...steps.map((step) => ({
      id: step,
      name: step,
      numeric: true,
      cell: ({ values, unit }: Speed) => <Figure value={values[step]} unit={unit} />,
    })),
  ]
}

/** Percentiles of the provider's speeds. */
function PercentileTable({ stats }: { stats: ProviderStatsReply }) {
  const rows: Speed[] = [
    { name: 'Time to first token', values: stats.ttft_ms, unit: 'ms' },
    { name: 'Total response time', values: stats.latency_ms, unit: 'ms' },
    { name: 'Throughput', values: stats.throughput_tps, unit: 'tps' },
  ]
  return (
    <Panel>
      <FigureTable
        label={`${kindNames[stats.modality]}: percentiles`}
        rows={rows}
        columns={columnsOf(stats.modality)}
        keyOf={({ name }) => name}
        needs="narrow"
      />
    </Panel>
  )
}
