'use client'

import type { ComponentProps } from 'react'
import { Field } from '@/components/ui/field'
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '@/components/ui/select'

type OptionFieldProps<Value extends string> = Omit<ComponentProps<typeof Field>, 'children'> & {
  options: readonly Option<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  disabled?: boolean
  placeholder?: string
}

/** A labelled select over a short list of fixed choices. */
export function OptionField<Value extends string>(props: OptionFieldProps<Value>) {
  const { options, value, onValueChange, disabled = false, placeholder = '', ...field } = props
  return (
    <Field {...field}>
      {(control) => (
        <OptionSelect
          {...control}
          options={options}
          value={value}
          onValueChange={onValueChange}
          disabled={disabled}
          placeholder={placeholder}
        />
      )}
    </Field>
  )
}

export type Option<Value extends string> = { value: Value; label: string }

type OptionSelectProps<Value extends string> = {
  options: readonly Option<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  disabled?: boolean
  /** What stands there while the value is none of the options: an empty one. */
  placeholder?: string
  id?: string
  className?: string
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

/** A select over a short list of fixed choices. */
export function OptionSelect<Value extends string>({
  options,
  value,
  onValueChange,
  disabled,
  placeholder,
  ...trigger
}: OptionSelectProps<Value>) {
  const choose = (text: string) => {
    const option = options.find((candidate) => candidate.value === text)
    if (option) onValueChange(option.value)
  }
  return (
    <Select value={value} onValueChange={choose} disabled={disabled ?? false}>
      <SelectTrigger {...trigger}>
        {/* Said here, or the server, which has no list to look it up in, would leave it empty. */}
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
