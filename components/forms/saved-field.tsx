'use client'

import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { sentenceOf } from '@/lib/client/sentence-of'

type SavedFieldProps = {
  label: string
  hint?: ReactNode
  /** What is saved now. */
  value: string
  /** Rejects with the reason when it cannot be saved. */
  onSave: (value: string) => Promise<unknown>
  type?: 'text' | 'url' | 'email'
  inputMode?: 'decimal'
  placeholder?: string
  /** Stands inside the box, before the text: a currency sign. */
  prefix?: string
  disabled?: boolean
  hideLabel?: boolean
  className?: string
}

/** A setting that is one line of text: it is saved by itself, and Escape takes back what was typed. */
export function SavedField(props: SavedFieldProps) {
  const { label, hint, hideLabel, value, onSave, prefix, className, ...box } = props
  const { draft, isChanged, error, isSaving, setDraft, forget, save } = useSavedDraft(value, onSave)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => event.key === 'Escape' && forget()}
    >
      <Field label={label} hint={hint} error={error} hideLabel={hideLabel ?? false}>
        {(control) => (
          <div className="flex items-center gap-2">
            <PrefixedInput
              {...control}
              {...box}
              prefix={prefix}
              className={cn('min-w-0 flex-1', className)}
              value={draft ?? value}
              onChange={(event) => setDraft(event.target.value)}
              autoComplete="off"
            />
            <Button type="submit" disabled={!isChanged} loading={isSaving}>
              Save
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}

/** What is typed over a saved value, until it is saved itself or taken back. `onSave` rejects with the reason. */
function useSavedDraft(value: string, onSave: (value: string) => Promise<unknown>) {
  const [draft, setDraft] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const isChanged = draft !== null && draft.trim() !== value
  function forget(): void {
    setDraft(null)
    setError(undefined)
  }
  async function save(): Promise<void> {
    if (!isChanged || isSaving) return
    setSaving(true)
    await onSave(draft.trim()).then(forget, (reason: Error) => setError(sentenceOf(reason)))
    setSaving(false)
  }
  return { draft, isChanged, error, isSaving, setDraft, forget, save }
}

type PrefixedInputProps = Omit<ComponentProps<typeof Input>, 'prefix'> & {
  /** Stands inside the box, before the text: a currency sign. */
  prefix: string | undefined
}

export function PrefixedInput({ prefix, className, ...input }: PrefixedInputProps) {
  return (
    <div className={cn('relative', className)}>
      {prefix && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-sm text-faint"
        >
          {prefix}
        </span>
      )}
      <Input {...input} className={cn(prefix && 'figures pl-6')} />
    </div>
  )
}
