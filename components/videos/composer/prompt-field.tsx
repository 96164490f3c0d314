import { useRef } from 'react'
import { useEarlyText } from '@/components/data/use-early-text'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { MAX_PROMPT_CODE_POINTS } from '@/lib/videos/schema'

type PromptFieldProps = { value: string; onChange: (prompt: string) => void }

export function PromptField({ value, onChange }: PromptFieldProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  useEarlyText(box, onChange)
  return (
    <Field label="Prompt">
      {(control) => (
        <Textarea
          {...control}
          ref={box}
          rows={5}
          autoGrow
          className="max-h-80 min-h-28"
          maxLength={MAX_PROMPT_CODE_POINTS}
          placeholder="A paper boat drifts down a rainy street, the camera follows close to the water"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
