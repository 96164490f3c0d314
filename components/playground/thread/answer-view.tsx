import { memo } from 'react'
import type { AssistantStep, Step } from '../state/conversation'
import { useLiveDraft } from '../store/use-live-draft'
import { AnswerFooter } from './answer-footer'
import { AnswerText } from './answer-text'
import { AnsweredToolCalls } from './answered-tool-calls'
import { FailureCard } from './failure-card'
import { PendingToolCalls } from './pending-tool-calls'
import type { Place } from './place'
import { useMessageActions } from './use-message-actions'
import { WaitingLine } from './waiting-line'

type AnswerViewProps = {
  place: Place
  step: AssistantStep
  reply: readonly Step[]
  /** Something in this conversation is being written. */
  busy: boolean
  modelName: string
  /** Whether the model's name stands above. */
  named: boolean
}

/** One step of an answer. Only the one being written renders while tokens arrive. */
export const AnswerView = memo(function AnswerView(props: AnswerViewProps) {
  const { place, step, reply, busy, modelName, named } = props
  const actions = useMessageActions(place)
  if (step.status === 'streaming') return <LiveAnswer step={step} modelName={modelName} named={named} />
  const isLast = reply.at(-1)?.id === step.id
  const pending = isLast && step.toolCalls.length > 0 && step.status === 'done'
  return (
    <article aria-label={`Answer of ${modelName}`} className="group/message min-w-0">
      {named && <AnswerHeader name={modelName} />}
      <AnswerText content={step.content} reasoning={step.reasoning} writing={false} />
      {pending ? (
        <PendingToolCalls step={step} disabled={busy} onAnswer={(results) => actions.answer(step, results)} />
      ) : (
        <AnsweredToolCalls step={step} reply={reply} complete />
      )}
      {step.failure && (
        <FailureCard failure={step.failure} disabled={busy} onRetry={() => actions.retry(step.id)} />
      )}
      <AnswerFooter
        step={step}
        busy={busy}
        prominent={isLast}
        onRetry={() => actions.retry(step.id)}
        onDelete={() => actions.deleteStep(step.id)}
      />
    </article>
  )
})

type LiveAnswerProps = Pick<AnswerViewProps, 'step' | 'modelName' | 'named'>

function LiveAnswer({ step, modelName, named }: LiveAnswerProps) {
  const draft = useLiveDraft(step.id)
  const quiet = !draft || (draft.content === '' && draft.toolCalls.length === 0)
  return (
    <article aria-label={`Answer of ${modelName}`} aria-busy="true" className="min-w-0">
      {named && <AnswerHeader name={modelName} />}
      {draft && <AnswerText content={draft.content} reasoning={draft.reasoning} writing />}
      {draft && draft.toolCalls.length > 0 && (
        <AnsweredToolCalls step={{ ...step, toolCalls: draft.toolCalls }} reply={[]} complete={false} />
      )}
      <WaitingLine startedAt={step.startedAt} waiting={quiet} />
    </article>
  )
}

function AnswerHeader({ name }: { name: string }) {
  return <p className="mb-1 truncate text-xs font-medium text-faint">{name}</p>
}
