'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Field } from '@/components/ui/field'
import { PrefixedInput } from './prefixed-input'
import { useSavedDraft } from './use-saved-draft'

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
