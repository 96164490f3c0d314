import { RotateCw, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { useNow } from '@/components/data/relative-time'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { CopyButton } from '@/components/ui/copy-button'
import { formatDuration, formatNumber } from '@/lib/client/format/number'
import {
  type AssistantStep,
  formatUsd,
  type Metrics,
  type Step,
  tokensPerSecond,
} from '../conversation/conversation'
import type { ReplyIds } from '../store/answers'
import { useLiveDraft } from '../store/context'
import { AnswerText } from './answer-text'
import { FailureCard } from './failure-card'
import { MessageButton, useMessageActions } from './message-actions'
import { AnsweredToolCalls, PendingToolCalls } from './tool-calls'

type AnswerViewProps = {
  ids: ReplyIds
  step: AssistantStep
  reply: readonly Step[]
  /** An answer in this conversation is being written. */
  busy: boolean
  modelName: string
  /** Whether the model's name is shown above. */
  named: boolean
}

/** One step of an answer. Only the one being written renders while tokens arrive. */
export const AnswerView = memo(function AnswerView(props: AnswerViewProps) {
  const { ids, step, reply, busy, modelName, named } = props
  const actions = useMessageActions(ids)
  if (step.status === 'streaming') return <LiveAnswer step={step} modelName={modelName} named={named} />
  const isLast = reply.at(-1)?.id === step.id
  const pending = isLast && step.toolCalls.length > 0 && step.status === 'done'
  return (
    <article aria-label={`Answer from ${modelName}`} className="group/message min-w-0">
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
    <article aria-label={`Answer from ${modelName}`} aria-busy="true" className="min-w-0">
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
  return <p className="mb-1 truncate text-xs font-medium text-faint-foreground">{name}</p>
}

/** Under an answer being written: how long it has taken, and whether anything has arrived. */
function WaitingLine({ startedAt, waiting }: { startedAt: number; waiting: boolean }) {
  const now = useNow(100)
  return (
    <p className="mt-2 flex h-7 items-center gap-2 text-xs text-faint-foreground">
      <span className="size-1.5 animate-shimmer rounded-full bg-brand" aria-hidden="true" />
      {waiting ? 'Waiting' : 'Writing'}
      <span className="figures" aria-hidden="true">
        {formatDuration(Math.max(0, now - startedAt))}
      </span>
    </p>
  )
}

type AnswerFooterProps = {
  step: AssistantStep
  busy: boolean
  /** The actions are always visible, not only on hover and focus. */
  prominent: boolean
  onRetry: () => void
  onDelete: () => void
}

function AnswerFooter({ step, busy, prominent, onRetry, onDelete }: AnswerFooterProps) {
  const badge = badgeOf(step)
  return (
    <div className="mt-2 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
      {badge && <Badge tone={badge.tone}>{badge.text}</Badge>}
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

type StatusBadge = { text: string; tone: 'neutral' | 'warning' }

function badgeOf(step: AssistantStep): StatusBadge | null {
  if (step.status === 'stopped') return { text: 'Stopped', tone: 'neutral' }
  if (step.status === 'interrupted') return { text: 'Interrupted', tone: 'warning' }
  if (step.finishReason === 'length') return { text: 'Token limit reached', tone: 'warning' }
  if (step.finishReason === 'content_filter') return { text: 'Stopped by a content filter', tone: 'warning' }
  if (step.status === 'done' && step.content === '' && step.toolCalls.length === 0) {
    return { text: 'Empty answer', tone: 'neutral' }
  }
  return step.copied ? { text: 'Copied from the first column', tone: 'neutral' } : null
}

type Fact = { name: string; shown: string; title: string }

/** Cost and speed of one answer. What was not measured is left out, not shown as zero. */
function MetricsLine({ metrics }: { metrics: Metrics }) {
  const facts = listFacts(metrics)
  if (facts.length === 0) return null
  return (
    <dl
      aria-label="Cost and speed"
      className="figures flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-faint-foreground"
    >
      {facts.map((fact) => (
        <div key={fact.name} title={fact.title} className="whitespace-nowrap">
          <dt className="sr-only">{fact.name}</dt>
          <dd data-metric={fact.name} className={fact.name === 'Cost' ? 'text-muted-foreground' : undefined}>
            {fact.shown}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function listFacts(metrics: Metrics): Fact[] {
  const { costUsd, promptTokens, completionTokens, cachedTokens, reasoningTokens } = metrics
  const measures: [string, number | null, (value: number) => string, string][] = [
    ['Cost', costUsd, formatUsd, 'Cost of this answer'],
    [
      'Tokens in',
      promptTokens,
      (count) => `${formatNumber(count)} in`,
      tokensTitle(promptTokens, 'input', cachedTokens, 'cached'),
    ],
    [
      'Tokens out',
      completionTokens,
      (count) => `${formatNumber(count)} out`,
      tokensTitle(completionTokens, 'output', reasoningTokens, 'reasoning'),
    ],
    [
      'First token',
      metrics.firstTokenMs,
      (ms) => `first token ${formatDuration(ms)}`,
      'Time to the first token',
    ],
    ['Total time', metrics.totalMs, formatDuration, 'Total response time'],
    [
      'Speed',
      tokensPerSecond(metrics),
      (speed) => `${formatNumber(Math.round(speed))} tok/s`,
      'Tokens per second after the first token',
    ],
  ]
  return measures.flatMap(([name, value, show, title]) =>
    value === null ? [] : [{ name, shown: show(value), title }],
  )
}

function tokensTitle(count: number | null, kind: string, part: number | null, partName: string): string {
  const whole = `${formatNumber(count ?? 0)} ${kind} tokens`
  return part ? `${whole}, ${formatNumber(part)} ${partName}` : whole
}
