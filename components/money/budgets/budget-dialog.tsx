'use client'

import { useMutation } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { DialogForm, FormWindow, useApiForm } from '@/components/forms/api-form'
import { OptionField } from '@/components/forms/option-select'
import { PrefixedInput } from '@/components/forms/saved-field'
import { FormText } from '@/components/forms/text-field'
import { Field } from '@/components/ui/field'
import { toast } from '@/components/ui/toast'
import { saveBudgetMutation } from '@/lib/money/budgets/queries'
import { type Budget, BudgetReset, BudgetScope, CreateBudgetRequest } from '@/lib/money/budgets/schema'

const Fields = z
  .object({
    scope: BudgetScope,
    match: z.string().trim(),
    limitUsd: z
      .string()
      .trim()
      .regex(/^\d{1,9}(\.\d{1,9})?$/, 'Enter an amount in USD, such as 2 or 0.50.'),
    limitReset: z.enum(['never', ...BudgetReset.options]),
  })
  .superRefine(({ scope, match }, context) => {
    if (CreateBudgetRequest.safeParse({ scope, match, limit_usd: '1' }).success) return
    const message =
      scope === 'tag'
        ? 'Enter name:value, name:* or *.'
        : 'Enter an end user’s ID of up to 512 characters, or *.'
    context.addIssue({ code: 'custom', path: ['match'], message })
  })

const scopes = [
  { value: 'end_user', label: 'End user' },
  { value: 'tag', label: 'Tag' },
] as const
const resets = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every Monday' },
  { value: 'monthly', label: 'Every month' },
  { value: 'never', label: 'Never' },
] as const

type BudgetDialogProps = {
  open: boolean
  /** The budget to change; undefined: a new one. */
  budget: Budget | undefined
  onDone: () => void
}

/** Creates a budget, or changes one's limit and reset. */
export function BudgetDialog({ open, ...form }: BudgetDialogProps) {
  return (
    <FormWindow open={open} onClose={form.onDone}>
      <BudgetForm {...form} />
    </FormWindow>
  )
}

function BudgetForm({ budget, onDone }: Omit<BudgetDialogProps, 'open'>) {
  const save = useMutation(saveBudgetMutation())
  const { register, control, watch, submit, formState } = useApiForm({
    schema: Fields,
    defaultValues: {
      scope: budget?.scope ?? 'end_user',
      match: budget?.match ?? '*',
      limitUsd: budget ? budget.limit_usd.replace(/\.?0+$/, '') : '',
      limitReset: budget ? (budget.limit_reset ?? 'never') : 'daily',
    },
    fieldOf: { limit_usd: 'limitUsd', limit_reset: 'limitReset' },
    send: async ({ scope, match, limitUsd, limitReset }) => {
      const limits = { limit_usd: limitUsd, limit_reset: limitReset === 'never' ? null : limitReset }
      await save.mutateAsync({ id: budget?.id, body: budget ? limits : { scope, match, ...limits } })
      toast.success(budget ? 'Budget saved' : 'Budget created')
      onDone()
    },
  })
  const { field: scope } = useController({ control, name: 'scope' })
  const { field: reset } = useController({ control, name: 'limitReset' })
  const { errors } = formState
  return (
    <DialogForm
      form={{ submit, formState }}
      title={budget ? 'Change budget' : 'New budget'}
      description={
        budget ? (
          <span dir="auto" className="break-words">
            {budget.match}
          </span>
        ) : (
          'Requests beyond the limit are refused with status 402.'
        )
      }
      action={budget ? 'Save' : 'Create budget'}
      onCancel={onDone}
    >
      {!budget && (
        <>
          <OptionField label="For" options={scopes} value={scope.value} onValueChange={scope.onChange} />
          <FormText
            label={watch('scope') === 'tag' ? 'Tag' : 'End user'}
            hint={
              watch('scope') === 'tag'
                ? 'As name:value. With name:* each value of the name has the limit by itself.'
                : 'The user of a request. With * each end user has the limit by itself.'
            }
            registration={register('match')}
            error={errors.match?.message}
            autoComplete="off"
            spellCheck={false}
          />
        </>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Limit" error={errors.limitUsd?.message}>
          {(input) => (
            <PrefixedInput
              prefix="$"
              {...input}
              {...register('limitUsd')}
              inputMode="decimal"
              placeholder="2"
              autoComplete="off"
            />
          )}
        </Field>
        <OptionField
          label="Resets"
          hint="At midnight UTC"
          options={resets}
          value={reset.value}
          onValueChange={reset.onChange}
          error={errors.limitReset?.message}
        />
      </div>
    </DialogForm>
  )
}
