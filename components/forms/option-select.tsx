'use client'

import { ChevronDown } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { cn } from '@/components/ui/cn'
import { selectStyle } from '@/components/ui/control-style'
import { Field } from '@/components/ui/field'

type OptionFieldProps<Value extends string> = Omit<ComponentProps<typeof Field>, 'children'> & {
  options: readonly Option<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  disabled?: boolean
  placeholder?: string
}

/** A labeled select over a short list of fixed choices. */
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

/** The state of a select over a short list. */
export function useOption<Value extends string>(options: readonly Option<Value>[], first: NoInfer<Value>) {
  const [value, onValueChange] = useState(first)
  return { options, value, onValueChange }
}

type OptionSelectProps<Value extends string> = {
  options: readonly Option<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  disabled?: boolean
  /** Shown while the value is none of the options. */
  placeholder?: string
  id?: string
  className?: string
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

const load = () => import('./option-list')
const OptionList = lazy(async () => ({ default: (await load()).OptionList }))

/** A select over a short list of fixed choices. Only a button until it is opened; then the code of the list is loaded. */
export function OptionSelect<Value extends string>(props: OptionSelectProps<Value>) {
  const { options, value, onValueChange, disabled, className, placeholder, ...trigger } = props
  const [isWanted, setWanted] = useState(false)
  const choose = (text: string) => {
    const option = options.find((candidate) => candidate.value === text)
    if (option) onValueChange(option.value)
  }
  const closed = (
    <button
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-haspopup="listbox"
      disabled={disabled}
      className={cn(selectStyle, className)}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setWanted(true)}
      onKeyDown={({ key }) => /^Arrow(Up|Down)$/.test(key) && setWanted(true)}
      {...trigger}
    >
      <span>{options.find((option) => option.value === value)?.label ?? placeholder}</span>
      <ChevronDown className="size-3.5 shrink-0 text-faint-foreground" aria-hidden="true" />
    </button>
  )
  if (!isWanted) return closed
  return (
    <Suspense fallback={closed}>
      <OptionList {...props} onValueChange={choose} />
    </Suspense>
  )
}
