'use client'

import { useId } from 'react'
import { Switch } from '@/components/ui/switch'
import type { ChoiceProps } from './choice'

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
