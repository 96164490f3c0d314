'use client'

import { ChevronDown, CircleAlert, CircleSlash, Hourglass } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { RelativeTime } from '@/components/data/relative-time'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { formatMoney, toNanos } from '@/lib/client/format/money'

type FailedTask = {
  id: string
  status: string
  error: { message: string } | null
  cost: string | null
  created_at: string
}

type FailedTasksProps<Task extends FailedTask> = {
  tasks: readonly Task[]
  titleOf: (task: Task) => string
  actionsOf: (task: Task) => ReactNode
  /** A status was searched for, so they are shown at once. */
  isWanted: boolean
}

/** So many are shown at once. */
const PART = 30

/** Tasks without a result, newest first, folded into one line that opens. */
export function FailedTasks<Task extends FailedTask>(props: FailedTasksProps<Task>) {
  const { tasks, titleOf, actionsOf, isWanted } = props
  const id = useId()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [most, setMost] = useState(PART)
  const [newest] = tasks
  if (!newest) return null
  const isOpen = chosen ?? isWanted
  return (
    <section aria-label="Without a result" className="rounded-md border border-border bg-muted text-xs">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setChosen(!isOpen)}
        className="flex min-h-9 w-full items-center gap-2 px-3 py-1.5 text-left"
      >
        <StatusIcon status={newest.status} />
        <span className="shrink-0 font-medium text-foreground">{countByStatus(tasks)}</span>
        <span className="min-w-0 flex-1 truncate text-faint-foreground">{!isOpen && reasonOf(newest)}</span>
        <ChevronDown
          className={cn('size-4 shrink-0 text-faint-foreground', isOpen && 'rotate-180')}
          aria-hidden="true"
        />
      </button>
      {isOpen && (
        <ul id={id} className="border-t border-border">
          {tasks.slice(0, most).map((task) => (
            <li key={task.id}>
              <FailedRow task={task} title={titleOf(task)} actions={actionsOf(task)} />
            </li>
          ))}
          {tasks.length > most && (
            <li className="px-3 py-2">
              <Button variant="outline" size="sm" onClick={() => setMost(most + PART)}>
                Show older
              </Button>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

/** `3 failed, 1 cancelled` */
function countByStatus(tasks: readonly FailedTask[]): string {
  const counts = new Map<string, number>()
  for (const { status } of tasks) {
    const word = status === 'completed' ? 'no longer available' : status
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts].map(([word, count]) => `${count} ${word}`).join(', ')
}

function StatusIcon({ status }: { status: string }) {
  const isFailed = status === 'failed'
  const Icon = isFailed ? CircleAlert : status === 'cancelled' ? CircleSlash : Hourglass
  return (
    <Icon
      className={cn('size-4 shrink-0', isFailed ? 'text-destructive-text' : 'text-faint-foreground')}
      aria-hidden="true"
    />
  )
}

type FailedRowProps = { task: FailedTask; title: string; actions: ReactNode }

function FailedRow({ task, title, actions }: FailedRowProps) {
  return (
    <article className="flex items-center gap-3 px-3 py-1.5">
      <StatusIcon status={task.status} />
      <div className="min-w-0 flex-1">
        <h2 dir="auto" className="truncate text-sm text-muted-foreground" title={title}>
          {title}
        </h2>
        <p className="line-clamp-2 break-words text-faint-foreground">
          <span className={task.status === 'failed' ? 'text-destructive-text' : undefined}>
            {reasonOf(task)}
          </span>
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
  expired: 'Timed out',
}

function reasonOf({ status, error, cost }: FailedTask): string {
  if (status === 'failed') return error?.message ?? 'It failed.'
  const reason = reasons[status] ?? 'No longer available'
  // A provider that had started may charge for its work.
  if (status !== 'cancelled' || cost === null || toNanos(cost) === 0n) return reason
  return `${reason} after the provider had started: ${formatMoney(cost, 'sum')} charged for the work done`
}
