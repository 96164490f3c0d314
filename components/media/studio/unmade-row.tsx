import { CircleAlert, CircleSlash, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { RelativeTime } from '@/components/data/relative-time'
import { formatMoney, toNanos } from '@/lib/client/format/money'

type UnmadeTask = {
  status: string
  error: { message: string } | null
  cost: string | null
  created_at: string
}

type UnmadeRowProps = { task: UnmadeTask; prompt: string; actions: ReactNode }

/** A task that made nothing, on one line: its request, and why it made nothing. */
export function UnmadeRow({ task, prompt, actions }: UnmadeRowProps) {
  const isFailed = task.status === 'failed'
  const Icon = isFailed ? CircleAlert : task.status === 'cancelled' ? CircleSlash : Hourglass
  return (
    <article className="flex items-center gap-3 rounded-md border border-line bg-sunken px-3 py-1.5 text-xs">
      <Icon
        className={isFailed ? 'size-4 shrink-0 text-danger-text' : 'size-4 shrink-0 text-faint'}
        aria-hidden="true"
      />
      <div className="min-w-0 flex-1">
        <h2 dir="auto" className="truncate text-sm text-muted" title={prompt}>
          {prompt}
        </h2>
        <p className="line-clamp-2 break-words text-faint">
          <span className={isFailed ? 'text-danger-text' : undefined}>{reasonOf(task)}</span>
          {' · '}
          <RelativeTime at={task.created_at} />
        </p>
      </div>
      <div className="flex shrink-0">{actions}</div>
    </article>
  )
}

const reasons: Readonly<Record<string, string>> = {
  cancelled: 'Cancelled',
  expired: 'Not finished in time',
}

function reasonOf({ status, error, cost }: UnmadeTask): string {
  if (status === 'failed') return error?.message ?? 'It failed.'
  const reason = reasons[status] ?? 'No longer kept'
  // A provider that had begun already may charge for what it did until then.
  if (status !== 'cancelled' || cost === null || toNanos(cost) === 0n) return reason
  return `${reason} after the provider had begun: ${formatMoney(cost, 'sum')} for what it had done`
}
