'use client'

import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { NativeCheck } from '@/components/forms/native-controls'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { lengthError } from '@/lib/client/format/text'

/** So many tasks are started at once. */
const MOST_PROMPTS = 20

type ManyPrompts = { prompt: string; isMany: boolean }

/** The prompts of a draft: one, or one for each line. */
export function promptsOf({ prompt, isMany }: ManyPrompts): string[] {
  return isMany ? prompt.split('\n').filter((line) => line.trim() !== '') : [prompt]
}

/** Whether every prompt of a draft can be submitted. */
export function arePrompts(draft: ManyPrompts, most: number): boolean {
  const prompts = promptsOf(draft)
  return prompts.length > 0 && prompts.length <= MOST_PROMPTS && prompts.every((one) => isPrompt(one, most))
}

type PromptFieldProps = {
  label?: string
  value: string
  /** Each line is a prompt. Undefined: there is only one. */
  isMany?: boolean
  onMany?: (isMany: boolean) => void
  /** The maximum number of characters. */
  most: number
  placeholder: string
  onChange: (prompt: string) => void
}

/** The prompt of a studio. Text typed before hydration is kept. */
export function PromptField(props: PromptFieldProps) {
  const { label = 'Prompt', value, isMany = false, onMany, most, placeholder, onChange } = props
  const prompts = promptsOf({ prompt: value, isMany })
  const longest = prompts.find((one) => lengthError(one, most) !== undefined) ?? ''
  const tooMany = prompts.length > MOST_PROMPTS ? `At most ${MOST_PROMPTS} prompts at once.` : undefined
  const box = useRef<HTMLTextAreaElement>(null)
  useEarlyText(box, onChange)
  return (
    <>
      <Field label={label} error={tooMany ?? lengthError(longest, most)}>
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
      {onMany && (
        <NativeCheck
          label="One prompt per line"
          className="-mt-4 -mb-1 text-foreground"
          checked={isMany}
          onChange={(event) => onMany(event.target.checked)}
        />
      )}
    </>
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
