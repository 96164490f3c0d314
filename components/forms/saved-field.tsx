'use client'

import { type ComponentProps, type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { sentenceOf } from '@/lib/client/format/text'

type SavedFieldProps = {
  label: string
  hint?: ReactNode
  /** The saved value. */
  value: string
  /** The error of a value that must not be saved. */
  problem?: (line: string) => string | undefined
  /** Rejects with an error if it cannot be saved. */
  onSave: (value: string) => Promise<unknown>
  type?: 'text' | 'url' | 'email' | 'password'
  inputMode?: 'decimal'
  placeholder?: string
  /** Inside the box, before the text: a currency sign. */
  prefix?: string
  disabled?: boolean
  hideLabel?: boolean
  className?: string
}

/**
 * A setting of one line with its own Save button; Escape discards what was typed. Used on pages, so it does without the code
 * of our other forms.
 */
export function SavedField(props: SavedFieldProps) {
  const { label, hint, hideLabel, value, problem, onSave, prefix, className, ...box } = props
  const input = useRef<HTMLInputElement>(null)
  // Typed text stays when the saved value arrives or changes.
  const [typed, setTyped] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const type = (text: string | null) => {
    setTyped(text)
    setError(undefined)
  }
  const showError = (message: string) => {
    setError(message)
    input.current?.focus()
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    const line = (typed ?? value).trim()
    const invalid = problem?.(line)
    if (invalid !== undefined) return showError(invalid)
    setSaving(true)
    try {
      await onSave(line)
      type(null)
    } catch (reason) {
      if (!(reason instanceof Error)) throw reason
      showError(sentenceOf(reason))
    } finally {
      setSaving(false)
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => event.key === 'Escape' && type(null)}
    >
      <Field label={label} hint={hint} error={error} hideLabel={hideLabel ?? false}>
        {(labeled) => (
          <div className="flex items-center gap-2">
            <PrefixedInput
              {...labeled}
              {...box}
              ref={input}
              value={typed ?? value}
              onChange={(event) => type(event.target.value)}
              prefix={prefix}
              className={cn('min-w-0 flex-1', className)}
              autoComplete="off"
            />
            <Button variant="outline" type="submit" disabled={(typed ?? value) === value} loading={isSaving}>
              Save
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}

type PrefixedInputProps = Omit<ComponentProps<typeof Input>, 'prefix'> & {
  /** Inside the box, before the text: a currency sign. */
  prefix: string | undefined
}

export function PrefixedInput({ prefix, className, ...input }: PrefixedInputProps) {
  return (
    <div className={cn('relative', className)}>
      {prefix && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-sm text-faint-foreground"
        >
          {prefix}
        </span>
      )}
      <Input {...input} className={cn(prefix && 'figures pl-6')} />
    </div>
  )
}
