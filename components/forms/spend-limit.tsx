import { useController, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { OptionField } from '@/components/forms/option-select'
import { PrefixedInput } from '@/components/forms/saved-field'
import { Field } from '@/components/ui/field'
import { LimitReset } from '@/lib/money/ledger/schema'

/** A spending limit as typed: empty where there is none. */
export const spendFields = {
  limitUsd: z
    .string()
    .trim()
    .regex(/^(\d{1,9}(\.\d{1,9})?)?$/, 'Enter an amount in USD, such as 25 or 2.50.'),
  limitReset: z.enum(['never', ...LimitReset.options]),
}
type SpendForm = z.infer<z.ZodObject<typeof spendFields>>
type SpendRecord = { limit_usd: string | null; limit_reset: LimitReset | null }

/** Their names in the API. */
export const spendFieldOf = { limit_usd: 'limitUsd', limit_reset: 'limitReset' } as const

/** `25.000000` → `25`, `2.500000` → `2.5`. */
export function toSpendForm({ limit_usd: limit, limit_reset: reset }: SpendRecord): SpendForm {
  return { limitUsd: limit?.replace(/\.?0+$/, '') ?? '', limitReset: reset ?? 'never' }
}

export function spendSettings({ limitUsd, limitReset }: SpendForm): SpendRecord {
  const limit = limitUsd.trim()
  return { limit_usd: limit || null, limit_reset: limit === '' || limitReset === 'never' ? null : limitReset }
}

const resets = [
  { value: 'never', label: 'Never' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every Monday' },
  { value: 'monthly', label: 'Every month' },
] as const

type SpendLimitFieldsProps = { isRequired?: boolean; zone?: string }

/** Two fields of a form of `spendFields`, for a grid. */
export function SpendLimitFields({ isRequired = false, zone = 'UTC' }: SpendLimitFieldsProps) {
  const { register, watch, formState } = useFormContext<SpendForm>()
  const { field: reset } = useController<SpendForm, 'limitReset'>({ name: 'limitReset' })
  const { limitUsd, limitReset } = formState.errors
  return (
    <>
      <Field
        label="Spending limit"
        hint={isRequired ? undefined : 'Empty for no limit'}
        error={limitUsd?.message}
      >
        {(control) => (
          <PrefixedInput
            prefix="$"
            {...control}
            {...register('limitUsd')}
            inputMode="decimal"
            placeholder={isRequired ? '2' : 'No limit'}
            autoComplete="off"
          />
        )}
      </Field>
      <OptionField
        label="Limit resets"
        hint={`At midnight ${zone}`}
        error={limitReset?.message}
        options={resets}
        value={reset.value}
        onValueChange={reset.onChange}
        disabled={!isRequired && watch('limitUsd').trim() === ''}
      />
    </>
  )
}
