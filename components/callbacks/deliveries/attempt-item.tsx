'use client'

import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { RelativeTime } from '@/components/data/relative-time'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { CodeBlock } from '@/components/ui/code-block'
import type { DeliveryAttempt, HeaderRecord } from '@/lib/callbacks/schema'
import { formatDuration } from '@/lib/client/format/number'
import { prettyJson } from '@/lib/client/format/text'

type AttemptItemProps = { attempt: DeliveryAttempt; isOpen: boolean; onToggle: () => void }

/** One POST: a line that says how it went, and what was sent and answered behind it. */
export function AttemptItem({ attempt, isOpen, onToggle }: AttemptItemProps) {
  const contentId = useId()
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={onToggle}
        className="flex w-full items-center gap-2.5 px-3 py-2.5 text-left text-sm focus-visible:-outline-offset-2 hover:bg-hover/60"
      >
        <ChevronRight
          aria-hidden="true"
          className={cn('size-3.5 shrink-0 text-faint transition-transform', isOpen && 'rotate-90')}
        />
        <span className="figures shrink-0">Attempt {attempt.number}</span>
        <Badge tone={attempt.error === null ? 'success' : 'danger'}>
          {attempt.status_code ?? 'No answer'}
        </Badge>
        <span className="figures ml-auto truncate text-xs text-faint">
          {formatDuration(attempt.duration_ms)} · <RelativeTime at={attempt.at} />
        </span>
      </button>
      <div id={contentId} hidden={!isOpen} className="border-t border-line p-3">
        {isOpen && <Exchange attempt={attempt} />}
      </div>
    </>
  )
}

function Exchange({ attempt }: { attempt: DeliveryAttempt }) {
  const { error, request_headers, response_headers, response, status_code } = attempt
  return (
    <div className="flex flex-col gap-4">
      {error && <p className="text-sm text-danger-text">{error}</p>}
      <Part title="Request headers">
        <CodeBlock code={toLines(request_headers)} wrap />
      </Part>
      {status_code !== null && response_headers && (
        <Part title={`Answer: ${status_code}`}>
          <CodeBlock code={toLines(response_headers)} wrap />
          {response ? (
            <CodeBlock code={prettyJson(response)} copyValue={response} wrap />
          ) : (
            <p className="text-xs text-faint">The answer had no body.</p>
          )}
        </Part>
      )}
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <h4 className="text-xs font-medium text-muted">{title}</h4>
      {children}
    </div>
  )
}

function toLines(headers: HeaderRecord): string {
  return Object.entries(headers)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}
