'use client'

import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { lengthError } from '@/lib/client/format/text'

type PromptFieldProps = {
  label?: string
  value: string
  /** The maximum number of characters. */
  most: number
  placeholder: string
  onChange: (prompt: string) => void
}

/** The prompt of a studio. Text typed before hydration is kept. */
export function PromptField({ label = 'Prompt', value, most, placeholder, onChange }: PromptFieldProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  useEarlyText(box, onChange)
  return (
    <Field label={label} error={lengthError(value, most)}>
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

/** Reports text that was typed before hydration, which React does not know about. */
function useEarlyText(
  box: RefObject<HTMLTextAreaElement | HTMLInputElement | null>,
  onText: (text: string) => void,
): void {
  const report = useEffectEvent(onText)
  useLayoutEffect(() => {
    const text = box.current?.value
    if (text) report(text)
  }, [box])
}

/** Whether a text can be submitted: not blank, and at most `most` characters. */
export function isPrompt(text: string, most: number): boolean {
  return text.trim() !== '' && lengthError(text, most) === undefined
}
