import { formatDuration } from '@/lib/client/format/number'
import { useNow } from './use-now'

/** Under an answer that is being written: for how long, and whether anything has come yet. */
export function WaitingLine({ startedAt, waiting }: { startedAt: number; waiting: boolean }) {
  const now = useNow(100, true)
  return (
    <p className="mt-2 flex h-7 items-center gap-2 text-xs text-faint">
      <span className="size-1.5 animate-shimmer rounded-full bg-accent" aria-hidden="true" />
      {waiting ? 'Waiting' : 'Writing'}
      <span className="figures" aria-hidden="true">
        {formatDuration(Math.max(0, now - startedAt))}
      </span>
    </p>
  )
}
