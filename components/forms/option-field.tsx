import type { ComponentProps } from 'react'
import { Field } from '@/components/ui/field'
import { type Option, OptionSelect } from './option-select'

type OptionFieldProps<Value extends string> = Omit<ComponentProps<typeof Field>, 'children'> & {
  options: readonly Option<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  disabled?: boolean
}

/** A labelled select over a short list of fixed choices. */
export function OptionField<Value extends string>(props: OptionFieldProps<Value>) {
  const { options, value, onValueChange, disabled = false, ...field } = props
  return (
    <Field {...field}>
      {(control) => (
        <OptionSelect
          {...control}
          options={options}
          value={value}
          onValueChange={onValueChange}
          disabled={disabled}
        />
      )}
    </Field>
  )
}
