import { Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { prettyJson } from '@/lib/client/format/text'
import { ChatCode } from '../markdown/chat-code'
import type { ToolCall } from '../state/conversation'

type ToolCallCardProps = { call: ToolCall; complete: boolean; children?: ReactNode }

/** A function that the model wants called, with its arguments; below them stands its result, or the field for it. */
export function ToolCallCard({ call, complete, children }: ToolCallCardProps) {
  return (
    <section
      aria-label={`Tool call ${call.name}`}
      className="my-3 min-w-0 rounded-lg border border-line bg-surface px-3 pt-2.5 pb-3"
    >
      <p className="flex min-w-0 items-center gap-2 text-sm">
        <Wrench className="size-3.5 shrink-0 text-accent-text" aria-hidden="true" />
        <span className="truncate font-mono text-xs font-medium text-ink">{call.name || '…'}</span>
        <span className="shrink-0 text-xs text-faint">tool call</span>
      </p>
      <div className="[&>div]:my-2">
        <ChatCode
          code={complete ? prettyJson(call.arguments) : call.arguments}
          language="json"
          complete={complete}
        />
      </div>
      {children}
    </section>
  )
}
