'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import { errorsByField } from '@/components/forms/form-errors'
import { SubmitFooter } from '@/components/forms/submit-footer'
import { TextAreaField, TextField } from '@/components/forms/text-field'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import { createId } from '@/lib/client/create-id'
import { formatCost } from '@/lib/client/format/money'
import { adjustMutation } from '@/lib/operators/customers-queries'
import type { Customer } from '@/lib/operators/customers-schema'

type AdjustDialogProps = { customer: Customer; open: boolean; onOpenChange: (open: boolean) => void }

export function AdjustDialog({ customer, open, onOpenChange }: AdjustDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent onInteractOutside={(event) => event.preventDefault()}>
        <AdjustForm customer={customer} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  )
}

type AdjustFormProps = { customer: Customer; onDone: () => void }
type Direction = 'credit' | 'debit'

/** A credit or debit by hand. */
function AdjustForm({ customer, onDone }: AdjustFormProps) {
  const [direction, setDirection] = useState<Direction>('credit')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const { adjust, book } = useAdjustment(customer.id, onDone)
  const errors = errorsByField(adjust.error, ['amount', 'reason'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    book(direction, amount, reason)
  }
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <Head customer={customer} />
      <DialogBody>
        <DirectionChoice value={direction} onChange={setDirection} />
        <TextField
          label="Amount"
          hint="USD"
          error={errors.at.amount}
          inputMode="decimal"
          autoComplete="off"
          className="figures sm:w-40"
          value={amount}
          onChange={setAmount}
        />
        <TextAreaField
          label="Reason"
          hint="Kept in the audit log and shown beside the entry."
          error={errors.at.reason}
          rows={2}
          value={reason}
          onChange={setReason}
        />
        {errors.other && (
          <p role="alert" className="text-sm text-danger-text">
            {errors.other}
          </p>
        )}
      </DialogBody>
      <SubmitFooter
        onCancel={onDone}
        variant={direction === 'debit' ? 'danger' : 'primary'}
        disabled={amount.trim() === '' || reason.trim() === ''}
        loading={adjust.isPending}
      >
        {direction === 'credit' ? 'Book credit' : 'Book debit'}
      </SubmitFooter>
    </form>
  )
}

/** Whatever happens on the way, what is sent from one opening of the form is booked once. */
function useAdjustment(customerId: string, onDone: () => void) {
  const [id] = useState(() => createId('adj'))
  const adjust = useMutation(adjustMutation())
  function book(direction: Direction, amount: string, reason: string): void {
    const signed = `${direction === 'debit' ? '-' : ''}${amount.trim().replace(',', '.')}`
    adjust.mutate(
      { customerId, adjustment: { id, amount: signed, reason } },
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
  return { adjust, book }
}

function Head({ customer: { name, available } }: { customer: Customer }) {
  return (
    <DialogHeader>
      <DialogTitle>Credit or debit {name}</DialogTitle>
      <DialogDescription>
        {formatCost(available)} can be spent. A debit takes no more than that.
      </DialogDescription>
    </DialogHeader>
  )
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
