'use client'

import type { UseFormRegisterReturn } from 'react-hook-form'
import { FormSecret, FormText, FormTextArea } from '@/components/forms/text-field'
import { fieldsOfForm, type KeyFormName } from '@/lib/catalog/credentials/schema'

type Path = 'key' | `key.${string}`

type KeyFieldsProps = {
  /** Null for a key of one text. */
  form: KeyFormName | null
  label: string
  register: (path: Path) => UseFormRegisterReturn
  errorOf: (path: Path) => string | undefined
}

/** What a provider's key consists of: one text, or the fields that its cloud asks for. */
export function KeyFields({ form, label, register, errorOf }: KeyFieldsProps) {
  if (form === null) return <FormSecret label={label} registration={register('key')} error={errorOf('key')} />
  return fieldsOfForm(form).map(([name, field]) => {
    const path = `key.${name}` as const
    const wrong = errorOf(path)
    const shared = {
      label: field.label,
      registration: register(path),
      error: wrong && `${field.label} ${wrong}.`,
      ...(field.hint !== undefined && { hint: field.hint }),
      ...(field.optional && { aside: 'Optional' }),
    }
    const typed = { autoComplete: 'off', spellCheck: false, className: 'font-mono' }
    if (field.account) return <FormTextArea key={name} rows={5} {...typed} {...shared} />
    return field.secret ? (
      <FormSecret key={name} {...shared} />
    ) : (
      <FormText key={name} {...typed} {...shared} />
    )
  })
}
