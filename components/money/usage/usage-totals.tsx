import { Stat, StatGrid } from '@/components/data/facts'
import { formatCompact, formatNumber } from '@/lib/client/format/number'
import type { UsageTotals as Totals } from '@/lib/money/usage/schema'
import { describeChange, failedShare, usageMetrics } from './figures'
import { formatDays } from './view/calendar'
import type { DayRange } from './view/usage-range'

type UsageTotalsProps = {
  totals: Totals | undefined
  /** The same of the period before. */
  before: Totals | undefined
  previous: DayRange | null
}

/** The totals of the range, and how they compare to the one before. */
export function UsageTotals({ totals, before, previous }: UsageTotalsProps) {
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
      {/* In the gap to what follows, so that nothing moves when the comparison arrives. */}
      <p className="-mb-4 h-4 text-xs leading-4 text-faint">
        {days && before && before.requests > 0 && `Compared with ${days}.`}
      </p>
    </section>
  )
}

function formatTokens(count: number): string {
  return count < 100_000 ? formatNumber(count) : formatCompact(count)
}
