'use client'

import { useController, useFormContext } from 'react-hook-form'
import { OptionField } from '@/components/forms/option-field'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { KeyForm } from '../key-form'

const choices = [
  { value: 'never', label: 'Never' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'On a day…' },
] as const

export function ExpiryField() {
  const { register, formState } = useFormContext<KeyForm>()
  const { field } = useController<KeyForm, 'expiry'>({ name: 'expiry' })
  return (
    <div className="grid items-start gap-4 sm:grid-cols-3">
      <OptionField label="Expires" options={choices} value={field.value} onValueChange={field.onChange} />
      {field.value === 'date' && (
        <Field label="Last day" error={formState.errors.expiryDate?.message}>
          {(control) => <Input {...control} type="date" {...register('expiryDate')} />}
        </Field>
      )}
    </div>
  )
}
