'use client'

import { type ReactNode, useId } from 'react'
import { Checkbox } from '@/components/ui/checkbox'

type ChoiceProps = {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  disabled?: boolean
  onCheckedChange: (checked: boolean) => void
}

/** A checkbox with its words; the whole line can be pressed. */
export function Choice({ label, hint, checked, disabled, onCheckedChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex min-w-0 items-start gap-2.5">
      <Checkbox
        id={id}
        className="mt-0.5"
        checked={checked}
        disabled={disabled ?? false}
        onCheckedChange={(next) => onCheckedChange(next === true)}
        {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
      />
      <label htmlFor={id} className="min-w-0 flex-1 text-sm text-ink select-none">
        {label}
        {hint && (
          <span id={`${id}-hint`} className="block truncate text-xs text-faint">
            {hint}
          </span>
        )}
      </label>
    </div>
  )
}
