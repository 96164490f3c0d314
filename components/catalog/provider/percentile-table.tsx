import { type FigureColumn, FigureTable } from '@/components/data/figure-table'
import { Panel } from '@/components/ui/panel'
import type { Percentiles, ProviderStatsReply } from '@/lib/catalog/stats-schema'
import { Figure } from '../figures/figure'

type Speed = { name: string; values: Percentiles; unit: 'ms' | 'tps' }

const steps = ['p50', 'p75', 'p90', 'p99'] as const
const columns: [FigureColumn<Speed>, ...FigureColumn<Speed>[]] = [
  { id: 'speed', name: 'Speed', cell: ({ name }) => <span className="whitespace-nowrap">{name}</span> },
  ...steps.map((step) => ({
    id: step,
    name: step,
    numeric: true,
    cell: ({ values, unit }: Speed) => <Figure value={values[step]} unit={unit} />,
  })),
]

/** How fast the usual, the slow and the slowest answers are. */
export function PercentileTable({ stats }: { stats: ProviderStatsReply }) {
  const rows: Speed[] = [
    { name: 'First token', values: stats.ttft_ms, unit: 'ms' },
    { name: 'Whole answer', values: stats.latency_ms, unit: 'ms' },
    { name: 'Throughput', values: stats.throughput_tps, unit: 'tps' },
  ]
  return (
    <Panel>
      <FigureTable
        label="Percentiles"
        rows={rows}
        columns={columns}
        keyOf={({ name }) => name}
        needs="narrow"
      />
    </Panel>
  )
}
