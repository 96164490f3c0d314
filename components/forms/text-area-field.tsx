import type { ComponentProps } from 'react'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'

type FieldProps = ComponentProps<typeof Field>
type TextAreaFieldProps = Pick<FieldProps, 'label' | 'hint' | 'error' | 'aside'> &
  Omit<ComponentProps<typeof Textarea>, 'value' | 'onChange'> & {
    value: string
    onChange: (value: string) => void
  }

/** A labelled box for several lines of text. */
export function TextAreaField({ label, hint, error, aside, onChange, ...area }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => <Textarea {...control} {...area} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}
