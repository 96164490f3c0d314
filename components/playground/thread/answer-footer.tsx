import { RotateCw, Trash2 } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { CopyButton } from '@/components/ui/copy-button'
import type { AssistantStep } from '../state/conversation'
import { MessageButton } from './message-button'
import { MetricsLine } from './metrics-line'

type AnswerFooterProps = {
  step: AssistantStep
  busy: boolean
  /** The actions stay in sight; elsewhere they appear when the pointer or the focus is there. */
  prominent: boolean
  onRetry: () => void
  onDelete: () => void
}

export function AnswerFooter({ step, busy, prominent, onRetry, onDelete }: AnswerFooterProps) {
  const note = noteFor(step)
  return (
    <div className="mt-2 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
      {note && <Badge tone={note.tone}>{note.text}</Badge>}
      {step.status !== 'failed' && <MetricsLine metrics={step.metrics} />}
      <div
        className={cn(
          '-ml-1.5 flex items-center transition-opacity duration-100 group-focus-within/message:opacity-100 group-hover/message:opacity-100 pointer-coarse:opacity-100',
          !prominent && 'opacity-0',
        )}
      >
        {step.content !== '' && <CopyButton value={step.content} what="answer" />}
        {!step.failure && (
          <MessageButton label="Retry answer" icon={RotateCw} onClick={onRetry} disabled={busy} />
        )}
        <MessageButton label="Delete answer" icon={Trash2} onClick={onDelete} disabled={busy} />
      </div>
    </div>
  )
}

type Note = { text: string; tone: 'neutral' | 'warning' }

function noteFor(step: AssistantStep): Note | null {
  if (step.status === 'stopped') return { text: 'Stopped', tone: 'neutral' }
  if (step.status === 'interrupted') return { text: 'Interrupted', tone: 'warning' }
  if (step.finishReason === 'length') return { text: 'Cut at the token limit', tone: 'warning' }
  if (step.finishReason === 'content_filter') return { text: 'Cut by a content filter', tone: 'warning' }
  if (step.status === 'done' && step.content === '' && step.toolCalls.length === 0) {
    return { text: 'Empty answer', tone: 'neutral' }
  }
  return step.copied ? { text: 'From the first column', tone: 'neutral' } : null
}
