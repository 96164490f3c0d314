import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { MAX_PROMPT_CODE_POINTS } from '@/lib/videos/schema'

type PromptFieldProps = { value: string; onChange: (prompt: string) => void }

export function PromptField({ value, onChange }: PromptFieldProps) {
  return (
    <Field label="Prompt">
      {(control) => (
        <Textarea
          {...control}
          rows={5}
          maxLength={MAX_PROMPT_CODE_POINTS}
          placeholder="A paper boat drifts down a rainy street, the camera follows close to the water"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey))
              event.currentTarget.form?.requestSubmit()
          }}
        />
      )}
    </Field>
  )
}
