import type { Estimate } from '@/lib/benchmarks/schema'
import { formatMoney } from '@/lib/client/format/money'
import { formatCompact, formatNumber } from '@/lib/client/format/number'

type EstimateLineProps = { estimate: Estimate | null | undefined; error: Error | null; isPartial: boolean }

/** What the run would ask and cost, in a sentence. */
export function EstimateLine({ estimate, error, isPartial }: EstimateLineProps) {
  if (error)
    return (
      <p role="alert" className="min-w-0 flex-1 basis-72 text-sm text-danger-text">
        {error.message}
      </p>
    )
  return (
    <p aria-live="polite" className="min-w-0 flex-1 basis-72 text-sm text-muted">
      {estimate == null ? (
        'Choose a model and at least one suite.'
      ) : (
        <>
          {formatNumber(estimate.items)} items, about {formatCompact(estimate.prompt_tokens)} tokens asked and
          up to {formatCompact(estimate.max_completion_tokens)} answered:{' '}
          <strong className="figures font-medium text-ink">
            {formatMoney(estimate.min_cost)} to {formatMoney(estimate.max_cost)}
          </strong>
          .{isPartial && ' A run of a part of a suite is kept, but not ranked.'}
        </>
      )}
    </p>
  )
}
