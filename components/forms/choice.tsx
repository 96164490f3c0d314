'use client'

import { type ReactNode, useId } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import { Switch } from '@/components/ui/switch'

type ChoiceProps = {
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
        onCheckedChange={(next) => onCheckedChange(next === true)}
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

/** A setting with its label on the left and a switch on the right. */
export function SwitchRow({ label, hint, checked, onCheckedChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-4">
      <label htmlFor={id} className="min-w-0 text-sm font-medium text-foreground select-none">
        {label}
        {hint && (
          <span id={`${id}-hint`} className="block text-xs font-normal text-faint-foreground">
            {hint}
          </span>
        )}
      </label>
      <Switch
        id={id}
        checked={checked}
        onCheckedChange={onCheckedChange}
        className="mt-0.5"
        {...(hint ? { 'aria-describedby': `${id}-hint` } : {})}
      />
    </div>
  )
}
