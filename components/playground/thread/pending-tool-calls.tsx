import { CornerDownRight } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import type { AssistantStep } from '../state/conversation'
import { ToolCallCard } from './tool-call-card'

type ToolCallsProps = {
  step: AssistantStep
  disabled: boolean
  onAnswer: (results: Record<string, string>) => void
}

/** The calls of the reply's last step: the reader plays the tools and lets the model go on. */
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
          <Field label={`Result of ${call.name}`} hint="Text or JSON; it is sent to the model as it stands.">
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
      <Button type="submit" size="sm" variant="primary" disabled={missing > 0 || disabled}>
        <CornerDownRight aria-hidden="true" />
        Continue
      </Button>
    </form>
  )
}
