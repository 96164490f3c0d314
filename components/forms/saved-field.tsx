'use client'

import { type ReactNode, useState } from 'react'
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
export function SavedField({
  label,
  hint,
  value,
  onSave,
  prefix,
  className,
  hideLabel,
  ...box
}: SavedFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const [saving, setSaving] = useState(false)
  const isChanged = draft !== null && draft.trim() !== value
  const forget = () => {
    setDraft(null)
    setError(undefined)
  }
  const save = async () => {
    if (!isChanged || saving) return
    setSaving(true)
    await onSave(draft.trim()).then(forget, (reason: Error) => setError(sentenceOf(reason)))
    setSaving(false)
  }
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
            <div className={cn('relative min-w-0 flex-1', className)}>
              {prefix && (
                <span
                  aria-hidden="true"
                  className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-sm text-faint"
                >
                  {prefix}
                </span>
              )}
              <Input
                {...control}
                {...box}
                value={draft ?? value}
                onChange={(event) => setDraft(event.target.value)}
                autoComplete="off"
                className={cn(prefix && 'figures pl-6')}
              />
            </div>
            <Button type="submit" disabled={!isChanged} loading={saving}>
              Save
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
