'use client'

import { type ReactNode, useId } from 'react'
import { Checkbox } from '@/components/ui/checkbox'

export type ChoiceProps = {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onCheckedChange: (checked: boolean) => void
}

/** A checkbox with its label; the whole line is clickable. */
export function Choice({ label, hint, checked, onCheckedChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex min-w-0 items-start gap-2.5">
      <Checkbox
        id={id}
        className="mt-0.5"
        checked={checked}
        onCheckedChange={onCheckedChange}
        {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
      />
      <label htmlFor={id} className="min-w-0 flex-1 text-sm text-foreground select-none">
        {label}
        {hint && (
          <span id={`${id}-hint`} className="block truncate text-xs text-faint-foreground">
            {hint}
          </span>
        )}
      </label>
    </div>
  )
}
