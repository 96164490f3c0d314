import { Panel } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import type { Percentiles, ProviderStatsReply } from '@/lib/catalog/stats-schema'
import { Figure } from '../figures/figure'

const steps = ['p50', 'p75', 'p90', 'p99'] as const

/** How fast the usual, the slow and the slowest answers are. */
export function PercentileTable({ stats }: { stats: ProviderStatsReply }) {
  const rows: { name: string; values: Percentiles; unit: 'ms' | 'tps' }[] = [
    { name: 'First token', values: stats.ttft_ms, unit: 'ms' },
    { name: 'Whole answer', values: stats.latency_ms, unit: 'ms' },
    { name: 'Throughput', values: stats.throughput_tps, unit: 'tps' },
  ]
  return (
    <Panel>
      <Table label="Percentiles" className="max-sm:[&_td]:px-1.5 max-sm:[&_th]:px-1.5">
        <TableHeader>
          <TableRow>
            <TableHead>Speed</TableHead>
            {steps.map((step) => (
              <TableHead key={step} numeric>
                {step}
              </TableHead>
            ))}
          </TableRow>
        </TableHeader>
        <TableBody>
          {rows.map(({ name, values, unit }) => (
            <TableRow key={name}>
              <TableCell className="whitespace-nowrap">{name}</TableCell>
              {steps.map((step) => (
                <TableCell key={step} numeric>
                  <Figure value={values[step]} unit={unit} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Panel>
  )
}
