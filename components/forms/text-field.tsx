import type { ComponentProps } from 'react'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

type FieldProps = ComponentProps<typeof Field>
type TextFieldProps = Pick<FieldProps, 'label' | 'hint' | 'error' | 'aside'> &
  Omit<ComponentProps<typeof Input>, 'value' | 'onChange'> & {
    value: string
    onChange: (value: string) => void
  }

/** A labelled line of text. */
export function TextField({ label, hint, error, aside, onChange, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => <Input {...control} {...input} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}
