import { ChevronRight, CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { paths } from '@/lib/client/paths'
import type { Attention } from '@/lib/operators/schema'

const looks = {
  danger: { Icon: CircleAlert, tone: 'text-danger-text', word: 'Urgent' },
  warning: { Icon: TriangleAlert, tone: 'text-warning-text', word: 'Soon' },
  info: { Icon: Info, tone: 'text-muted', word: 'Good to know' },
}

const pages: Partial<Record<Attention['kind'], string>> = {
  provider: paths.adminProviders,
  catalog: paths.adminProviders,
  queue: paths.adminQueue,
  ledger: paths.adminLedger,
  customer: paths.adminCustomers,
}

/** What needs somebody, the most urgent first; each line leads to where something can be done. */
export function AttentionList({ attention }: { attention: readonly Attention[] }) {
  if (attention.length === 0)
    return (
      <EmptyState
        icon={<CircleCheck />}
        title="Nothing needs attention"
        description="Processes, storage, providers, the queue and the ledger are all fine."
        className="py-10"
      />
    )
  return (
    <ul className="divide-y divide-line">
      {attention.map((one) => (
        <li key={`${one.kind} ${one.subject} ${one.title}`}>
          <Line attention={one} />
        </li>
      ))}
    </ul>
  )
}

function Line({ attention }: { attention: Attention }) {
  const page = pages[attention.kind]
  const { Icon, tone, word } = looks[attention.severity]
  const content = (
    <>
      <Icon className={cn('mt-0.5 size-4 shrink-0', tone)} aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="sr-only">{word}: </span>
        <span className="block text-sm font-medium text-ink">{attention.title}</span>
        <span className="block text-sm text-muted">{attention.detail}</span>
      </span>
    </>
  )
  if (page === undefined) return <div className="flex gap-3 px-4 py-3">{content}</div>
  return (
    <Link href={page} className="flex gap-3 px-4 py-3 hover:bg-hover/60 focus-visible:-outline-offset-2">
      {content}
      <ChevronRight className="mt-0.5 size-4 shrink-0 text-faint" aria-hidden="true" />
    </Link>
  )
}
