import type { ComponentProps } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { overLength } from '@/lib/client/format/text'

type Words = Pick<ComponentProps<typeof Field>, 'label' | 'hint' | 'error' | 'aside'>

type Controlled<Props> = Words &
  Omit<Props, 'value' | 'onChange'> & {
    value: string
    onChange: (value: string) => void
    /** The most characters that the API accepts. More can be typed, and is said to be too much: a cut would go unseen. */
    most?: number
  }

/** A labelled line of text. */
export function TextField(props: Controlled<ComponentProps<typeof Input>>) {
  const { label, hint, error, aside, onChange, most, ...input } = props
  const tooLong = most === undefined ? undefined : overLength(input.value, most)
  return (
    <Field label={label} hint={hint} error={error ?? tooLong} aside={aside}>
      {(control) => <Input {...control} {...input} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}

/** A labelled box for several lines of text. */
export function TextAreaField(props: Controlled<ComponentProps<typeof Textarea>>) {
  const { label, hint, error, aside, onChange, most, ...area } = props
  const tooLong = most === undefined ? undefined : overLength(area.value, most)
  return (
    <Field label={label} hint={hint} error={error ?? tooLong} aside={aside}>
      {(control) => <Textarea {...control} {...area} onChange={(event) => onChange(event.target.value)} />}
    </Field>
  )
}

type Registered<Props> = Words &
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

/** A key of a provider: hidden while it is typed, sent once, and filled in by no browser. */
export function FormSecret(props: Registered<ComponentProps<typeof Input>>) {
  return (
    <FormText
      hint="Kept sealed and never shown again but for its last four characters."
      type="password"
      autoComplete="off"
      spellCheck={false}
      className="font-mono"
      {...props}
    />
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
