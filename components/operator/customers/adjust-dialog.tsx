'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { DialogForm, FormWindow, useApiForm } from '@/components/forms/api-form'
import { FormText } from '@/components/forms/text-field'
import { toast } from '@/components/ui/toast'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import { createId } from '@/lib/client/create-id'
import { formatMoney } from '@/lib/client/format/money'
import type { Customer } from '@/lib/operator/admin/customers-schema'
import { adjustMutation } from '@/lib/operator/admin/queries'
import { Reason, ReasonField } from './reason-field'

type AdjustDialogProps = { customer: Customer; open: boolean; onOpenChange: (open: boolean) => void }

export function AdjustDialog({ customer, open, onOpenChange }: AdjustDialogProps) {
  const onDone = () => onOpenChange(false)
  return (
    <FormWindow open={open} onClose={onDone}>
      <AdjustForm customer={customer} onDone={onDone} />
    </FormWindow>
  )
}

type AdjustFormProps = { customer: Customer; onDone: () => void }

const Adjustment = z.object({
  direction: z.enum(['credit', 'debit']),
  amount: z
    .string()
    .trim()
    .regex(/^\d{1,6}([.,]\d{1,9})?$/, 'Enter an amount in USD, such as 12.50.')
    .regex(/[1-9]/, 'The amount can’t be zero.')
    .transform((text) => text.replace(',', '.')),
  reason: Reason,
})
type Direction = z.infer<typeof Adjustment>['direction']

/** A manual credit or debit. */
function AdjustForm({ customer, onDone }: AdjustFormProps) {
  const form = useAdjustment(customer.id, onDone)
  const { register, control, formState } = form
  const { field: direction } = useController({ control, name: 'direction' })
  return (
    <DialogForm
      form={form}
      title={`Credit or debit ${customer.name}`}
      description={`${formatMoney(customer.available, 'exact')} is available. A debit can’t exceed it.`}
      action={direction.value === 'credit' ? 'Add credit' : 'Add debit'}
      variant={direction.value === 'debit' ? 'danger' : 'primary'}
      onCancel={onDone}
    >
      <DirectionChoice value={direction.value} onChange={direction.onChange} />
      <FormText
        label="Amount"
        hint="USD"
        registration={register('amount')}
        error={formState.errors.amount?.message}
        inputMode="decimal"
        autoComplete="off"
        className="figures sm:w-40"
      />
      <ReasonField
        hint="Recorded in the audit log and shown with the ledger entry."
        registration={register('reason')}
        error={formState.errors.reason?.message}
      />
    </DialogForm>
  )
}

/** One id per opened form, so a retry is booked only once. */
function useAdjustment(customerId: string, onDone: () => void) {
  const [id] = useState(() => createId('adj'))
  const adjust = useMutation(adjustMutation())
  return useApiForm({
    schema: Adjustment,
    defaultValues: { direction: 'credit', amount: '', reason: '' },
    send: async ({ direction, amount, reason }) => {
      const isDebit = direction === 'debit'
      const adjustment = { id, amount: isDebit ? `-${amount}` : amount, reason }
      const { available } = await adjust.mutateAsync({ customerId, adjustment })
      toast.success(isDebit ? 'Debit added' : 'Credit added', {
        description: `${formatMoney(available, 'exact')} available`,
      })
      onDone()
    },
  })
}

type DirectionChoiceProps = { value: Direction; onChange: (direction: Direction) => void }

function DirectionChoice({ value, onChange }: DirectionChoiceProps) {
  return (
    <ToggleGroup
      type="single"
      aria-label="Direction"
      value={value}
      onValueChange={(text) => text && onChange(text === 'debit' ? 'debit' : 'credit')}
    >
      <ToggleGroupItem value="credit">Credit</ToggleGroupItem>
      <ToggleGroupItem value="debit">Debit</ToggleGroupItem>
    </ToggleGroup>
  )
}
