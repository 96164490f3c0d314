import type { ComponentProps } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'

type FieldText = Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error' | 'aside'>

type Controlled<Props> = FieldText &
  Omit<Props, 'value' | 'onChange'> & {
    value: string
    onChange: (value: string) => void
  }

/** A labeled line of text. */
export function TextField(props: Controlled<ComponentProps<typeof Input>>) {
  const { label, hint, error, aside, onChange, ...input } = props
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => <Input {...control} {...input} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}

/** A labeled box for several lines of text. */
export function TextAreaField(props: Controlled<ComponentProps<typeof Textarea>>) {
  const { label, hint, error, aside, onChange, ...area } = props
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => <Textarea {...control} {...area} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}

type Registered<Props> = FieldText &
  Omit<Props, 'name' | 'ref'> & { hideLabel?: boolean; registration: UseFormRegisterReturn }

/** A labeled line of text, registered with a form. */
export function FormText(props: Registered<ComponentProps<typeof Input>>) {
  const { label, hint, error, aside, hideLabel = false, registration, ...input } = props
  return (
    <Field label={label} hint={hint} error={error} aside={aside} hideLabel={hideLabel}>
      {(control) => <Input {...control} {...input} {...registration} />}
    </Field>
  )
}

const secret = {
  hint: 'Encrypted. Only the last four characters are shown again.',
  type: 'password',
  autoComplete: 'off',
  spellCheck: false,
  className: 'font-mono',
}

/** A provider's key: masked, and not filled in by browsers. */
export function SecretField(props: Controlled<ComponentProps<typeof Input>>) {
  return <TextField {...secret} {...props} />
}

/** A provider's key, registered with a form. */
export function FormSecret(props: Registered<ComponentProps<typeof Input>>) {
  return <FormText {...secret} {...props} />
}

/** A labeled box for several lines of text, registered with a form. */
export function FormTextArea(props: Registered<ComponentProps<typeof Textarea>>) {
  const { label, hint, error, aside, hideLabel = false, registration, ...area } = props
  return (
    <Field label={label} hint={hint} error={error} aside={aside} hideLabel={hideLabel}>
      {(control) => <Textarea {...control} {...area} {...registration} />}
    </Field>
  )
}
