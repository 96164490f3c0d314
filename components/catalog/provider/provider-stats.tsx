import { Stat } from '@/components/data/stat'
import { StatGrid } from '@/components/data/stat-grid'
import { formatUtcMoment } from '@/components/site/format-utc'
import { nameWindow } from '@/components/site/name-window'
import { PageSection } from '@/components/site/page-section'
import { WindowLinks } from '@/components/site/window-links'
import { type ProviderStatsReply, StatsWindow } from '@/lib/catalog/stats-schema'
import { formatCompact, formatNumber } from '@/lib/client/format/number'
import { paths } from '@/lib/client/paths'
import { Figure } from '../figures/figure'
import { PercentileTable } from './percentile-table'
import { StatsChart } from './stats-chart'

/** Below so many requests a percentile says little. */
const FEW = 10

type ProviderStatsProps = { stats: ProviderStatsReply; name: string }

/** What was measured of a provider in a window. */
export function ProviderStats({ stats, name }: ProviderStatsProps) {
  return (
    <PageSection
      id="statistics"
      title="Statistics"
      lead={<Lead stats={stats} name={name} />}
      actions={
        <WindowLinks
          windows={StatsWindow.options}
          current={stats.window}
          hrefOf={(window) =>
            window === '24h'
              ? paths.provider(stats.provider_id)
              : `${paths.provider(stats.provider_id)}?window=${window}`
          }
        />
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

function Lead({ stats, name }: ProviderStatsProps) {
  const span = `the last ${nameWindow(stats.window)}`
  if (stats.requests === 0)
    return `Nobody asked anything of ${name} in ${span}. Figures appear within a minute of the first request.`
  return (
    <>
      Measured on {formatNumber(stats.requests)} {stats.requests === 1 ? 'request' : 'requests'} in {span}
      {stats.requests < FEW && ', which is few: read the speeds with care'}. Counted{' '}
      {formatUtcMoment(stats.as_of)}.
    </>
  )
}

function Figures({ stats }: { stats: ProviderStatsReply }) {
  return (
    <StatGrid>
      <Stat name="Requests">{formatNumber(stats.requests)}</Stat>
      <Stat name="Success">
        <Figure value={stats.success_rate} unit="share" />
      </Stat>
      <Stat name="Uptime">
        <Figure value={stats.uptime} unit="percent" />
      </Stat>
      <Stat name="Tokens">{formatCompact(Number(stats.total_tokens))}</Stat>
      <Stat name="First token" note="median">
        <Figure value={stats.ttft_ms.p50} unit="ms" />
      </Stat>
      <Stat name="Throughput" note="median">
        <Figure value={stats.throughput_tps.p50} unit="tps" />
      </Stat>
    </StatGrid>
  )
}
