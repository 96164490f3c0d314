'use client'

import { useController, useFormContext } from 'react-hook-form'
import { OptionField } from '@/components/forms/option-field'
import { PrefixedInput } from '@/components/forms/prefixed-input'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { KeyForm } from '../key-form'

const resets = [
  { value: 'never', label: 'Never' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every Monday' },
  { value: 'monthly', label: 'Every month' },
] as const

/** What a key may spend, how often that begins anew, and how fast it may call. */
export function LimitFields() {
  const { register, watch, formState } = useFormContext<KeyForm>()
  const { field: reset } = useController<KeyForm, 'limitReset'>({ name: 'limitReset' })
  return (
    <div className="grid items-start gap-4 sm:grid-cols-3">
      <Field
        label="Spending limit"
        hint="Empty: up to the balance"
        error={formState.errors.limitUsd?.message}
      >
        {(control) => (
          <PrefixedInput
            prefix="$"
            {...control}
            {...register('limitUsd')}
            inputMode="decimal"
            placeholder="No limit"
            autoComplete="off"
          />
        )}
      </Field>
      <OptionField
        label="Limit resets"
        hint="At midnight UTC"
        error={formState.errors.limitReset?.message}
        options={resets}
        value={reset.value}
        onValueChange={reset.onChange}
        disabled={watch('limitUsd').trim() === ''}
      />
      <Field label="Rate limit" hint="Requests per minute" error={formState.errors.rateLimit?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('rateLimit')}
            className="figures"
            inputMode="numeric"
            placeholder="Default"
            autoComplete="off"
          />
        )}
      </Field>
    </div>
  )
}
