'use client'

import { useQuery } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import { OptionField } from '@/components/forms/option-field'
import { modelListQuery } from '@/lib/catalog/queries'
import type { Modality } from '@/lib/catalog/schema'
import type { KeyForm } from '../key-form'

/** Stands for “no default”: a select cannot have an empty value. */
const NONE = ':none'

type DefaultModelFieldProps = {
  name: 'defaultChat' | 'defaultImage' | 'defaultVideo'
  label: string
  modality: Modality
}

export function DefaultModelField({ name, label, modality }: DefaultModelFieldProps) {
  const { data } = useQuery(modelListQuery())
  const { field, fieldState } = useController<KeyForm, typeof name>({ name })
  const ids = (data?.data ?? []).filter((model) => model.modality === modality).map((model) => model.id)
  // A default that the catalog no longer has is still what the key has.
  const known = field.value && !ids.includes(field.value) ? [field.value, ...ids] : ids
  const options = [{ value: NONE, label: 'None' }, ...known.map((id) => ({ value: id, label: id }))]
  return (
    <OptionField
      label={label}
      error={fieldState.error?.message}
      options={options}
      value={field.value ?? NONE}
      onValueChange={(value) => field.onChange(value === NONE ? null : value)}
    />
  )
}
