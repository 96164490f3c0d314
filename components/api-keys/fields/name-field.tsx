'use client'

import { useFormContext } from 'react-hook-form'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { KeyForm } from '../key-form'

export function NameField() {
  const { register, formState } = useFormContext<KeyForm>()
  return (
    <Field label="Name" error={formState.errors.name?.message}>
      {(control) => (
        <Input {...control} {...register('name')} placeholder="Production backend" autoComplete="off" />
      )}
    </Field>
  )
}
