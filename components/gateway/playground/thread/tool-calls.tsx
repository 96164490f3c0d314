import { CornerDownRight, Wrench } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { prettyJson } from '@/lib/client/format/text'
import type { AssistantStep, Step, ToolCall } from '../conversation/conversation'
import { ChatCode } from '../markdown/chat-code'
import { looksLikeJson } from './answer-text'

type ToolCallsProps = {
  step: AssistantStep
  disabled: boolean
  onAnswer: (results: Record<string, string>) => void
}

/** Tool calls without results. The reader enters the results, and the model continues. */
export function PendingToolCalls({ step, disabled, onAnswer }: ToolCallsProps) {
  const [results, setResults] = useState<Record<string, string>>({})
  const missing = step.toolCalls.filter((call) => !results[call.id]?.trim()).length
  const submit = () => {
    if (missing === 0 && !disabled) onAnswer(results)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {step.toolCalls.map((call) => (
        <ToolCallCard key={call.id} call={call} complete>
          <Field label={`Result of ${call.name}`} hint="Text or JSON, sent to the model unchanged.">
            {(control) => (
              <Textarea
                {...control}
                autoGrow
                rows={2}
                spellCheck={false}
                placeholder='{"temperature": 21}'
                value={results[call.id] ?? ''}
                onChange={(event) => setResults({ ...results, [call.id]: event.target.value })}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
                    event.preventDefault()
                    submit()
                  }
                }}
                className="max-h-60 font-mono text-xs"
              />
            )}
          </Field>
        </ToolCallCard>
      ))}
      <Button type="submit" size="sm" variant="default" disabled={missing > 0 || disabled}>
        <CornerDownRight aria-hidden="true" />
        Continue
      </Button>
    </form>
  )
}

type AnsweredToolCallsProps = { step: AssistantStep; reply: readonly Step[]; complete: boolean }

/** Tool calls with their results; without results while the model is still writing the calls. */
export function AnsweredToolCalls({ step, reply, complete }: AnsweredToolCallsProps) {
  return step.toolCalls.map((call, at) => {
    const result = reply.find((other) => other.kind === 'tool' && other.toolCallId === call.id)
    // A call being written may have no ID yet; its index is a stable key too.
    return (
      <ToolCallCard key={call.id || at} call={call} complete={complete}>
        {result && (
          <>
            <p className="text-xs text-faint-foreground">Result</p>
            <div className="[&>div]:mt-1.5 [&>div]:mb-0">
              <ChatCode {...describeResult(result.content)} />
            </div>
          </>
        )}
      </ToolCallCard>
    )
  })
}

function describeResult(content: string): { code: string; language: string } {
  if (!looksLikeJson(content, false)) return { code: content, language: '' }
  return { code: prettyJson(content), language: 'json' }
}

type ToolCallCardProps = { call: ToolCall; complete: boolean; children?: ReactNode }

/** A function call with its arguments, and below them its result or the field for it. */
function ToolCallCard({ call, complete, children }: ToolCallCardProps) {
  return (
    <section
      aria-label={`Tool call ${call.name}`}
      className="my-3 min-w-0 rounded-lg border border-border bg-card px-3 pt-2.5 pb-3"
    >
      <p className="flex min-w-0 items-center gap-2 text-sm">
        <Wrench className="size-3.5 shrink-0 text-brand-text" aria-hidden="true" />
        <span className="truncate font-mono text-xs font-medium text-foreground">{call.name || '…'}</span>
        <span className="shrink-0 text-xs text-faint-foreground">tool call</span>
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
