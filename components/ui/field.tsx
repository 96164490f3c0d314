'use client'

import { type ReactNode, useId } from 'react'
import { cn } from './cn'
import { Label } from './label'

/** The attributes that tie the control of a field to its label, hint and error. */
export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** To the right of the label: a counter, “Optional”, a link. */
  aside?: ReactNode
  /** Shows the label to screen readers only. */
  hideLabel?: boolean
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** Label, control, hint and error, wired together: `<Field label="Name">{(control) => <Input {...control} />}</Field>`. */
export function Field({ label, hint, error, aside, hideLabel, className, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined
  return (
    <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      <div className={cn('flex items-baseline justify-between gap-3', hideLabel && 'sr-only')}>
        <Label htmlFor={id}>{label}</Label>
        {aside && <span className="text-xs text-faint-foreground">{aside}</span>}
      </div>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p id={errorId} role="alert" className="text-xs text-destructive-text">
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-xs text-faint-foreground">
          {hint}
        </p>
      )}
    </div>
  )
}
