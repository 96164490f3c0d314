'use client'

import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { RecentTime } from '@/components/data/recent-time'
import { cn } from '@/components/ui/cn'
import { CodeBlock } from '@/components/ui/code-block'
import { formatDateTime } from '@/lib/client/format/time'
import type { AuditEntry } from '@/lib/operators/schema'
import { actionWords } from './action-words'

/** One change: a line that says what was done, and behind it how things were before and after. */
export function AuditItem({ entry }: { entry: AuditEntry }) {
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
            {actionWords[entry.action]}{' '}
            <span className="font-mono text-xs break-all">{entry.subject.id}</span>
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
            <p className="mb-2 text-xs text-faint">{formatDateTime(entry.at)}</p>
            <div className="grid gap-3 md:grid-cols-2">
              <State title="Before" state={entry.before} />
              <State title="After" state={entry.after} />
            </div>
          </>
        )}
      </div>
    </>
  )
}

function State({ title, state }: { title: string; state: AuditEntry['before'] }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p className="text-xs font-medium text-muted">{title}</p>
      {state === null ? (
        <p className="text-sm text-faint">Nothing</p>
      ) : (
        <CodeBlock code={JSON.stringify(state, null, 2)} language="json" />
      )}
    </div>
  )
}
