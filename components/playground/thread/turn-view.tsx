import { memo } from 'react'
import { Button } from '@/components/ui/button'
import type { Turn } from '../state/conversation'
import { AnswerView } from './answer-view'
import type { Place } from './place'
import { PromptView } from './prompt-view'
import { useMessageActions } from './use-message-actions'

type TurnViewProps = {
  conversationId: string
  columnId: string
  turn: Turn
  busy: boolean
  isLast: boolean
  nameOf: (modelId: string) => string
}

/** One prompt and one model's answer to it. */
export const TurnView = memo(function TurnView({
  conversationId,
  columnId,
  turn,
  busy,
  isLast,
  nameOf,
}: TurnViewProps) {
  const place: Place = { conversationId, columnId, turnId: turn.id }
  const reply = turn.replies[columnId] ?? []
  const answers = reply.filter((step) => step.kind === 'assistant')
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <PromptView place={place} prompt={turn.prompt} busy={busy} isLast={isLast} />
      {answers.map((step, at) => (
        <AnswerView
          key={step.id}
          place={place}
          step={step}
          reply={reply}
          busy={busy}
          modelName={nameOf(step.modelId)}
          // An answer that goes on after its tools is still the same model's.
          named={answers[at - 1]?.modelId !== step.modelId}
        />
      ))}
      {reply.length === 0 && <NoAnswer place={place} busy={busy} />}
    </div>
  )
})

function NoAnswer({ place, busy }: { place: Place; busy: boolean }) {
  const actions = useMessageActions(place)
  return (
    <div className="flex items-center gap-3 text-xs text-faint">
      No answer here.
      <Button size="sm" onClick={() => actions.retry(null)} disabled={busy}>
        Ask again
      </Button>
    </div>
  )
}
