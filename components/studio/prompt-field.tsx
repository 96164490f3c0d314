import { useRef } from 'react'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { overLength } from '@/lib/client/format/text'
import { useEarlyText } from './use-early-text'

type PromptFieldProps = {
  value: string
  /** The most characters that it may have. */
  most: number
  placeholder: string
  onChange: (prompt: string) => void
}

/** What a studio is asked for. What was typed before React answers is kept. */
export function PromptField({ value, most, placeholder, onChange }: PromptFieldProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  useEarlyText(box, onChange)
  return (
    <Field label="Prompt" error={overLength(value, most)}>
      {(control) => (
        <Textarea
          {...control}
          ref={box}
          data-prompt
          rows={5}
          autoGrow
          className="max-h-80 min-h-28"
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
