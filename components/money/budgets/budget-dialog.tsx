'use client'

import { useMutation } from '@tanstack/react-query'
import { FormProvider, useController } from 'react-hook-form'
import { z } from 'zod'
import { DialogForm } from '@/components/forms/api-form'
import { OptionField } from '@/components/forms/option-select'
import {
  SpendLimitFields,
  spendFieldOf,
  spendFields,
  spendSettings,
  toSpendForm,
} from '@/components/forms/spend-limit'
import { FormText } from '@/components/forms/text-field'
import { useApiForm } from '@/components/forms/use-api-form'
import { toast } from '@/components/ui/toast'
import { saveBudgetMutation } from '@/lib/money/budgets/queries'
import { type Budget, BudgetScope, CreateBudgetRequest } from '@/lib/money/budgets/schema'

const Fields = z
  .object({
    scope: BudgetScope,
    match: z.string().trim(),
    ...spendFields,
    limitUsd: spendFields.limitUsd.min(1, 'Enter an amount in USD, such as 2 or 0.50.'),
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

type BudgetFormProps = {
  /** The budget to change; undefined: a new one. */
  item: Budget | undefined
  onDone: () => void
}

/** Creates a budget, or changes one's limit and reset. */
export function BudgetForm({ item: budget, onDone }: BudgetFormProps) {
  const save = useMutation(saveBudgetMutation())
  const { submit, ...form } = useApiForm({
    schema: Fields,
    defaultValues: {
      scope: budget?.scope ?? 'end_user',
      match: budget?.match ?? '*',
      ...(budget ? toSpendForm(budget) : { limitUsd: '', limitReset: 'daily' }),
    },
    fieldOf: spendFieldOf,
    send: async ({ scope, match, ...limit }) => {
      const limits = { ...spendSettings(limit), limit_usd: limit.limitUsd }
      await save.mutateAsync({ id: budget?.id, body: budget ? limits : { scope, match, ...limits } })
      toast.success(budget ? 'Budget saved' : 'Budget created')
      onDone()
    },
  })
  const { register, control, watch, formState } = form
  const { field: scope } = useController({ control, name: 'scope' })
  return (
    <FormProvider {...form}>
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
              error={formState.errors.match?.message}
              autoComplete="off"
              spellCheck={false}
            />
          </>
        )}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <SpendLimitFields isRequired />
        </div>
      </DialogForm>
    </FormProvider>
  )
}
