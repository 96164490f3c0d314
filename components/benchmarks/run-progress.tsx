import { type BenchmarkRun, isOpenRun } from '@/lib/benchmarks/schema'

/** How far a run has come; a bar while it runs. */
export function RunProgress({ run }: { run: BenchmarkRun }) {
  return (
    <div className="flex flex-col gap-1">
      <span className="figures text-xs text-muted">
        {run.done} of {run.items}
      </span>
      {isOpenRun(run.status) && (
        <div
          role="progressbar"
          aria-label={`Progress of ${run.model_id}`}
          aria-valuemin={0}
          aria-valuemax={run.items}
          aria-valuenow={run.done}
          className="h-1 overflow-hidden rounded-full bg-selected forced-color-adjust-none"
        >
          <div
            className="h-full rounded-full bg-accent"
            style={{ width: `${(run.done / run.items) * 100}%` }}
          />
        </div>
      )}
    </div>
  )
}
