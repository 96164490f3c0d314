'use client'

import type { ComponentProps } from 'react'
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '@/components/ui/select'

type OptionListProps = Omit<ComponentProps<typeof SelectTrigger>, 'value'> & {
  options: readonly { value: string; label: string }[]
  value: string
  placeholder?: string | undefined
  onValueChange: (value: string) => void
}

/** Loaded when it is opened, so it starts open. */
export function OptionList({
  options,
  value,
  onValueChange,
  disabled,
  placeholder,
  ...trigger
}: OptionListProps) {
  return (
    <Select defaultOpen value={value} onValueChange={onValueChange} disabled={disabled ?? false}>
      <SelectTrigger {...trigger}>
        <SelectValue placeholder={placeholder}>
          {options.find((option) => option.value === value)?.label}
        </SelectValue>
      </SelectTrigger>
      <SelectContent>
        {options.map((option) => (
          <SelectItem key={option.value} value={option.value}>
            {option.label}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  )
}
