'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight, ScrollText } from 'lucide-react'
import { useId, useState } from 'react'
import { Loaded } from '@/components/data/loaded'
import { MoreItems } from '@/components/data/more-items'
import { RecentTime } from '@/components/data/relative-time'
import { OptionSelect, useOption } from '@/components/forms/option-select'
import { Page, PageHeader } from '@/components/layout/page'
import { AuditChanges } from '@/components/operator/audit-changes'
import { jobTitle } from '@/components/operator/job-words'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { formatDateTime } from '@/lib/client/format/time'
import { auditQuery } from '@/lib/operator/admin/queries'
import type { AuditAction, AuditEntry, SubjectType } from '@/lib/operator/admin/schema'

const subjects = [
  { value: 'all', label: 'Everything' },
  { value: 'provider', label: 'Providers' },
  { value: 'model', label: 'Models' },
  { value: 'route', label: 'Routes, prices' },
  { value: 'customer', label: 'Customers' },
  { value: 'job', label: 'Jobs' },
  { value: 'benchmark', label: 'Benchmarks' },
  { value: 'settings', label: 'Settings' },
] as const

export function AuditPage() {
  const subject = useOption(subjects, 'all')
  return (
    <Page>
      <PageHeader
        title="Audit log"
        description="Every change by an operator: who, when, and what it was before and after. Entries cannot be altered."
        actions={<OptionSelect aria-label="Subject" className="w-40" {...subject} />}
      />
      <AuditPanel subjectType={subject.value === 'all' ? undefined : subject.value} />
    </Page>
  )
}

type AuditPanelProps = {
  title?: string
  subjectType?: SubjectType | undefined
  subjectId?: string | undefined
}

/** Audit entries, newest first; each opens to what was before and after. */
export function AuditPanel({ title, subjectType, subjectId }: AuditPanelProps) {
  const query = useInfiniteQuery(auditQuery({ subjectType, subjectId }))
  return (
    <Panel>
      {title && <PanelHeader title={title} />}
      <Loaded query={query} what="entries" rows={subjectId ? 2 : 6}>
        {({ pages }) => {
          const entries = pages.flatMap(({ items }) => items)
          if (entries.length === 0)
            return (
              <EmptyState
                icon={<ScrollText />}
                title="Nothing yet"
                description="No operator has changed anything here."
                className="py-10"
              />
            )
          return (
            <ol reversed className="divide-y divide-line">
              {entries.map((entry) => (
                <li key={entry.id}>
                  <AuditItem entry={entry} />
                </li>
              ))}
            </ol>
          )
        }}
      </Loaded>
      <MoreItems list={query} />
    </Panel>
  )
}

/** One change: a line that says what was done, and behind it how things were before and after. */
function AuditItem({ entry }: { entry: AuditEntry }) {
  const [isOpen, setOpen] = useState(false)
  const contentId = useId()
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-start gap-2.5 px-4 py-3 text-left text-sm hover:bg-hover/60 focus-visible:-outline-offset-2"
      >
        <ChevronRight
          aria-hidden="true"
          className={cn('mt-0.5 size-3.5 shrink-0 text-faint transition-transform', isOpen && 'rotate-90')}
        />
        <span className="min-w-0 flex-1">
          <span className="block">
            {actionWords[entry.action]} <SubjectName subject={entry.subject} />
          </span>
          {entry.reason && <span className="block break-words text-muted">“{entry.reason}”</span>}
          <span className="block truncate text-xs text-faint">
            {entry.user.email} · <RecentTime at={entry.at} />
          </span>
        </span>
      </button>
      <div id={contentId} hidden={!isOpen} className="px-4 pb-4 pl-10">
        {isOpen && (
          <>
            <p className="mb-2 text-xs text-faint">
              {formatDateTime(entry.at)} · <span className="font-mono break-all">{entry.subject.id}</span>
            </p>
            <AuditChanges entry={entry} />
          </>
        )}
      </div>
    </>
  )
}

/** Of what has no name its id. */
function SubjectName({ subject: { type, id, name } }: Pick<AuditEntry, 'subject'>) {
  if (name === null && type === 'settings') return id // the installation
  if (name === null) return <span className="font-mono text-xs break-all">{id}</span>
  return (
    <span dir="auto" className="font-medium wrap-anywhere">
      {type === 'job' ? `“${jobTitle(name)}”` : name}
    </span>
  )
}

/** What was done, as it stands before the name of what it was done to. */
const actionWords: Readonly<Record<AuditAction, string>> = {
  'provider.enable': 'Switched on provider',
  'provider.disable': 'Switched off provider',
  'provider.add': 'Added provider',
  'provider.change': 'Changed provider',
  'provider.remove': 'Removed provider',
  'provider.add_key': 'Added a key of provider',
  'provider.replace_key': 'Replaced a key of provider',
  'provider.remove_key': 'Removed a key of provider',
  'model.enable': 'Switched on model',
  'model.disable': 'Switched off model',
  'model.order_routes': 'Ordered the routes of',
  'model.add': 'Added model',
  'model.change': 'Changed model',
  'model.remove': 'Deleted model',
  'route.add': 'Added a route to',
  'route.change': 'Changed route',
  'route.remove': 'Deleted route',
  'route.enable': 'Switched on route',
  'route.disable': 'Switched off route',
  'route.add_price': 'Set a price of',
  'customer.credit': 'Credited',
  'customer.debit': 'Debited',
  'customer.suspend': 'Suspended',
  'customer.resume': 'Resumed',
  'customer.allow_aigc_groups': 'Allowed virtual people to',
  'customer.refuse_aigc_groups': 'Refused virtual people to',
  'customer.reset_link': 'Made a password link for',
  'customer.reset_second_factor': 'Turned off two-factor authentication for',
  'job.retry': 'Retried',
  'job.discard': 'Discarded',
  'benchmark.start': 'Started a benchmark of',
  'benchmark.cancel': 'Cancelled the benchmark of',
  'benchmark.import': 'Imported benchmark',
  'benchmark.withdraw': 'Withdrew benchmark',
  'benchmark.resume': 'Resumed the benchmark of',
  'settings.change': 'Changed',
  'settings.set_logo': 'Set the logo of the',
  'settings.remove_logo': 'Removed the logo of the',
}
