'use client'

import { type Option, OptionSelect } from '@/components/forms/option-select'
import { cn } from '@/components/ui/cn'

/** No model, key, status or modality is called so: Radix accepts no empty value. */
const ALL = ' all'

type FilterSelectProps<Value extends string> = {
  /** What is filtered by: `Model`. */
  name: string
  /** What stands there while nothing is filtered: `All models`. */
  all: string
  options: readonly Option<Value>[]
  value: Value | null
  onChange: (value: Value | null) => void
}

/** Narrows a list to one of its kinds. */
export function FilterSelect<Value extends string>({
  name,
  all,
  options,
  value,
  onChange,
}: FilterSelectProps<Value>) {
  const known = value === null || options.some((option) => option.value === value)
  const choices: Option<Value | typeof ALL>[] = [
    { value: ALL, label: all },
    ...options,
    // What the address asks for is said even where nothing is found of it.
    ...(known ? [] : [{ value, label: value }]),
  ]
  return (
    <OptionSelect
      aria-label={name}
      options={choices}
      value={value ?? ALL}
      onValueChange={(chosen) => onChange(chosen === ALL ? null : chosen)}
      className={cn(
        'w-auto max-w-52 pointer-coarse:text-sm',
        value !== null && 'border-accent-line bg-accent-soft',
      )}
    />
  )
}
