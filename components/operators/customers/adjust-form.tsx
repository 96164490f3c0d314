'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import { Button } from '@/components/ui/button'
import {
  DialogBody,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import { ApiError } from '@/lib/client/api-error'
import { createId } from '@/lib/client/create-id'
import { formatCost } from '@/lib/client/format/money'
import { sentenceOf } from '@/lib/client/sentence-of'
import { adjustMutation } from '@/lib/operators/customers-queries'
import type { Customer } from '@/lib/operators/customers-schema'

type AdjustFormProps = { customer: Customer; onDone: () => void }
type Direction = 'credit' | 'debit'

/** A credit or debit by hand. Whatever happens on the way, what is sent from one opening of this form is booked once. */
export function AdjustForm({ customer, onDone }: AdjustFormProps) {
  const [id] = useState(() => createId('adj'))
  const [direction, setDirection] = useState<Direction>('credit')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const adjust = useMutation(adjustMutation())
  const errorAt = (param: string) => {
    const { error } = adjust
    return error instanceof ApiError && error.param === param ? sentenceOf(error) : undefined
  }
  const isOther = adjust.error && errorAt('amount') === undefined && errorAt('reason') === undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const signed = `${direction === 'debit' ? '-' : ''}${amount.trim().replace(',', '.')}`
    adjust.mutate(
      { customerId: customer.id, adjustment: { id, amount: signed, reason } },
      {
        onSuccess: ({ available }) => {
          toast.success(direction === 'credit' ? 'Credit booked' : 'Debit booked', {
            description: `${formatCost(available)} can be spent now.`,
          })
          onDone()
        },
      },
    )
  }
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <DialogHeader>
        <DialogTitle>Credit or debit {customer.name}</DialogTitle>
        <DialogDescription>
          {formatCost(customer.available)} can be spent. A debit takes no more than that.
        </DialogDescription>
      </DialogHeader>
      <DialogBody>
        <ToggleGroup
          type="single"
          aria-label="Direction"
          value={direction}
          onValueChange={(value) => value && setDirection(value === 'debit' ? 'debit' : 'credit')}
        >
          <ToggleGroupItem value="credit">Credit</ToggleGroupItem>
          <ToggleGroupItem value="debit">Debit</ToggleGroupItem>
        </ToggleGroup>
        <Field label="Amount" hint="USD" error={errorAt('amount')}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              className="figures sm:w-40"
              value={amount}
              onChange={(event) => setAmount(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="Reason"
          hint="Kept in the audit log and shown beside the entry."
          error={errorAt('reason')}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        {isOther && (
          <p role="alert" className="text-sm text-danger-text">
            {adjust.error?.message}
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onDone}>Cancel</Button>
        <Button
          type="submit"
          variant={direction === 'debit' ? 'danger' : 'primary'}
          disabled={amount.trim() === '' || reason.trim() === ''}
          loading={adjust.isPending}
        >
          {direction === 'credit' ? 'Book credit' : 'Book debit'}
        </Button>
      </DialogFooter>
    </form>
  )
}
