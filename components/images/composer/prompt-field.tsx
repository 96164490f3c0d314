import { useRef } from 'react'
import { useEarlyText } from '@/components/data/use-early-text'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { MAX_PROMPT_CODE_POINTS } from '@/lib/images/schema'

type PromptFieldProps = { value: string; isEdit: boolean; onChange: (prompt: string) => void }

export function PromptField({ value, isEdit, onChange }: PromptFieldProps) {
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
          placeholder={isEdit ? 'A red hat on the cat' : 'A lighthouse at dusk, waves below, oil on canvas'}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
