import { memo } from 'react'
import { Button } from '@/components/ui/button'
import type { Turn } from '../conversation/conversation'
import type { ReplyIds } from '../store/answers'
import { AnswerView } from './answer-view'
import { useMessageActions } from './message-actions'
import { PromptView } from './prompt-view'

export { loadMarkdown } from './answer-text'

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
  const ids: ReplyIds = { conversationId, columnId, turnId: turn.id }
  const reply = turn.replies[columnId] ?? []
  const answers = reply.filter((step) => step.kind === 'assistant')
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <PromptView ids={ids} prompt={turn.prompt} busy={busy} isLast={isLast} />
      {answers.map((step, at) => (
        <AnswerView
          key={step.id}
          ids={ids}
          step={step}
          reply={reply}
          busy={busy}
          modelName={nameOf(step.modelId)}
          // An answer that continues after its tool calls needs no second heading.
          named={answers[at - 1]?.modelId !== step.modelId}
        />
      ))}
      {reply.length === 0 && <NoAnswer ids={ids} busy={busy} />}
    </div>
  )
})

function NoAnswer({ ids, busy }: { ids: ReplyIds; busy: boolean }) {
  const actions = useMessageActions(ids)
  return (
    <div className="flex items-center gap-3 text-xs text-faint-foreground">
      No answer here.
      <Button variant="outline" size="sm" onClick={() => actions.retry(null)} disabled={busy}>
        Ask again
      </Button>
    </div>
  )
}
