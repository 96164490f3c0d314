import type { ComponentProps } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { overLength } from '@/lib/client/format/text'

type TextFieldProps = Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error' | 'aside'> &
  Omit<ComponentProps<typeof Input>, 'value' | 'onChange'> & {
    value: string
    onChange: (value: string) => void
    /** The most characters that the API takes. More can be typed, and is said to be too much: a cut would go unseen. */
    most?: number
  }

/** A labelled line of text. */
export function TextField({ label, hint, error, aside, onChange, most, ...input }: TextFieldProps) {
  const tooLong = most === undefined ? undefined : overLength(input.value, most)
  return (
    <Field label={label} hint={hint} error={error ?? tooLong} aside={aside}>
      {(control) => <Input {...control} {...input} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}

type TextAreaFieldProps = Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error' | 'aside'> &
  Omit<ComponentProps<typeof Textarea>, 'value' | 'onChange'> & {
    value: string
    onChange: (value: string) => void
    /** The most characters that the API takes. More can be typed, and is said to be too much: a cut would go unseen. */
    most?: number
  }

/** A labelled box for several lines of text. */
export function TextAreaField({ label, hint, error, aside, onChange, most, ...area }: TextAreaFieldProps) {
  const tooLong = most === undefined ? undefined : overLength(area.value, most)
  return (
    <Field label={label} hint={hint} error={error ?? tooLong} aside={aside}>
      {(control) => <Textarea {...control} {...area} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}

type Registered<Props> = Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error' | 'aside'> &
  Omit<Props, 'name' | 'ref'> & { hideLabel?: boolean; registration: UseFormRegisterReturn }

/** A labelled line of text of a form. */
export function FormText(props: Registered<ComponentProps<typeof Input>>) {
  const { label, hint, error, aside, hideLabel = false, registration, ...input } = props
  return (
    <Field label={label} hint={hint} error={error} aside={aside} hideLabel={hideLabel}>
      {(control) => <Input {...control} {...input} {...registration} />}
    </Field>
  )
}

/** A labelled box of a form for several lines of text. */
export function FormTextArea(props: Registered<ComponentProps<typeof Textarea>>) {
  const { label, hint, error, aside, hideLabel = false, registration, ...area } = props
  return (
    <Field label={label} hint={hint} error={error} aside={aside} hideLabel={hideLabel}>
      {(control) => <Textarea {...control} {...area} {...registration} />}
    </Field>
  )
}
