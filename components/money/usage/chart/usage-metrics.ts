import type { ChartFormat } from '@/components/charts/chart-data'
import { toNanos } from '@/lib/client/format/money'
import { formatCompact, formatNumber } from '@/lib/client/format/number'
import { formatNanos, formatNanosBeside, formatNanosShort } from '../format-figures'
import type { UsageMetric } from '../view/usage-view'

/** What every row of usage has, whether a day, a model or a key. */
export type UsageFigures = { requests: number; total_tokens: number; cost: string }

/** What cannot be added up has lines of its own. */
export type SummedMetric = Exclude<UsageMetric, 'errors' | 'latency'>

type Metric = { name: string; of: (figures: UsageFigures) => number; format: ChartFormat }

/** The measures that add up, as whole numbers: nano-dollars, requests, tokens. */
export const usageMetrics: Record<SummedMetric, Metric> = {
  cost: {
    name: 'Cost',
    // Below 2^53 nano-dollars, nine million dollars a day, a number is exact.
    of: ({ cost }) => Number(toNanos(cost) ?? 0n),
    format: { value: formatNanos, tick: formatNanosShort, column: formatNanosBeside },
  },
  requests: {
    name: 'Requests',
    of: ({ requests }) => requests,
    format: { value: formatNumber, tick: formatCompact },
  },
  tokens: {
    name: 'Tokens',
    of: ({ total_tokens }) => total_tokens,
    format: { value: formatNumber, tick: formatCompact },
  },
}
