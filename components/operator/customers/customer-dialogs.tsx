'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { type UseFormRegisterReturn, useController } from 'react-hook-form'
import { z } from 'zod'
import { DialogForm, FormWindow } from '@/components/forms/api-form'
import { OptionField } from '@/components/forms/option-select'
import { FormText, FormTextArea } from '@/components/forms/text-field'
import { maxCharacters, useApiForm } from '@/components/forms/use-api-form'
import { ShownOnce } from '@/components/ui/shown-once'
import { toast } from '@/components/ui/toast'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import { createId } from '@/lib/client/create-id'
import { formatMoney } from '@/lib/client/format/money'
import type { Customer, CustomerUser } from '@/lib/operator/admin/customers-schema'
import { priceGroupsQuery, setPriceGroupMutation } from '@/lib/operator/admin/price-group-queries'
import {
  adjustMutation,
  aigcGroupsMutation,
  resetLinkMutation,
  resetSecondFactorMutation,
  suspensionMutation,
} from '@/lib/operator/admin/queries'

/** Why an operator changes a customer's account. */
const Reason = z
  .string()
  .trim()
  .min(3, 'Enter at least three characters.')
  .check(maxCharacters(500))
  .regex(/^[^\p{Cc}]*$/u, 'The reason must be a single line.')

const Reasons = z.object({ reason: Reason })

/** A form with only a reason; all errors are shown below that field. */
function useReasonForm(send: (reason: string) => Promise<unknown>) {
  return useApiForm({
    schema: Reasons,
    defaultValues: { reason: '' },
    otherwise: 'reason',
    send: ({ reason }) => send(reason),
  })
}

type ReasonFormProps = Omit<ComponentProps<typeof DialogForm>, 'form' | 'children'> & {
  form: ReturnType<typeof useReasonForm>
}

/** A dialog that asks only for a reason. */
function ReasonForm({ form, ...dialog }: ReasonFormProps) {
  const { register, formState } = form
  return (
    <DialogForm form={form} {...dialog}>
      <ReasonField registration={register('reason')} error={formState.errors.reason?.message} />
    </DialogForm>
  )
}

type ReasonFieldProps = { hint?: string; registration: UseFormRegisterReturn; error: string | undefined }

function ReasonField(props: ReasonFieldProps) {
  return (
    <FormTextArea
      label="Reason"
      hint="Recorded in the audit log. Not visible to the customer."
      rows={2}
      {...props}
    />
  )
}

type UserProps = { customerId: string; user: CustomerUser; onClose: () => void }
type UserDialogProps = Omit<UserProps, 'user'> & { user: CustomerUser | undefined }

/** A dialog about a user, open while `user` is set. */
function aboutUser(Form: (props: UserProps) => ReactNode) {
  return ({ user, ...rest }: UserDialogProps) => (
    <FormWindow open={user !== undefined} onClose={rest.onClose}>
      {user && <Form user={user} {...rest} />}
    </FormWindow>
  )
}

type CustomerProps = { customer: Customer; onDone: () => void }
type CustomerDialogProps = { customer: Customer; open: boolean; onOpenChange: (open: boolean) => void }

function aboutCustomer(Form: (props: CustomerProps) => ReactNode) {
  return ({ customer, open, onOpenChange }: CustomerDialogProps) => (
    <FormWindow open={open} onClose={() => onOpenChange(false)}>
      <Form customer={customer} onDone={() => onOpenChange(false)} />
    </FormWindow>
  )
}

/** Asks for a reason, creates a link to set a new password, and shows it once. */
export const ResetLinkDialog = aboutUser(ResetLink)

function ResetLink({ customerId, user, onClose }: UserProps) {
  const create = useMutation(resetLinkMutation())
  const form = useReasonForm((reason) => create.mutateAsync({ customerId, userId: user.id, reason }))
  if (create.data)
    return (
      <ShownOnce
        title="Password link"
        name={create.data.email}
        value={create.data.url}
        what="link"
        testId="reset-link"
        advice="Send it through a channel only this user can read. It works once, within 60 minutes, and is replaced by a newer link."
      />
    )
  return (
    <ReasonForm
      form={form}
      title="Create a password link?"
      description={
        <>
          Anyone with the link can set a new password for <span className="wrap-anywhere">{user.email}</span>{' '}
          once, within an hour. Verify who is asking for it first.
        </>
      }
      action="Create link"
      onCancel={onClose}
    />
  )
}

/** Turns off two-factor authentication for a user who lost it, with a reason. */
export const ResetFactorDialog = aboutUser(ResetFactor)

function ResetFactor({ customerId, user, onClose }: UserProps) {
  const resetting = useMutation(resetSecondFactorMutation())
  const form = useReasonForm(async (reason) => {
    await resetting.mutateAsync({ customerId, userId: user.id, reason })
    toast.success('Two-factor authentication turned off', { description: user.email })
    onClose()
  })
  return (
    <ReasonForm
      form={form}
      title="Turn off two-factor authentication?"
      description={
        <>
          <span className="wrap-anywhere">{user.email}</span> can then sign in with the password alone. Verify
          who is asking for it first.
        </>
      }
      action="Turn off"
      variant="destructive"
      onCancel={onClose}
    />
  )
}

/** Suspends or resumes a customer, with a reason. */
export const SuspensionDialog = aboutCustomer(SuspensionForm)

function SuspensionForm({ customer, onDone }: CustomerProps) {
  const [isSuspending] = useState(customer.suspended_at === null)
  const change = useMutation(suspensionMutation())
  const form = useReasonForm(async (reason) => {
    await change.mutateAsync({ customerId: customer.id, isSuspended: isSuspending, reason })
    toast.success(isSuspending ? `${customer.name} suspended` : `${customer.name} resumed`)
    onDone()
  })
  return (
    <ReasonForm
      form={form}
      title={isSuspending ? `Suspend ${customer.name}?` : `Resume ${customer.name}?`}
      description={
        isSuspending
          ? 'API keys stop working immediately and the console becomes read-only. Requests in progress finish and are charged.'
          : 'API keys work again immediately.'
      }
      action={isSuspending ? 'Suspend' : 'Resume'}
      variant={isSuspending ? 'destructive' : 'default'}
      onCancel={onDone}
    />
  )
}

/** Allows or disallows groups of virtual people for a customer, with a reason. */
export const AigcGroupsDialog = aboutCustomer(AigcGroupsForm)

function AigcGroupsForm({ customer, onDone }: CustomerProps) {
  const [isDisallowing] = useState(customer.aigc_groups)
  const change = useMutation(aigcGroupsMutation())
  const form = useReasonForm(async (reason) => {
    await change.mutateAsync({ customerId: customer.id, enabled: !isDisallowing, reason })
    onDone()
  })
  return (
    <ReasonForm
      form={form}
      title={
        isDisallowing
          ? `Disallow virtual people for ${customer.name}?`
          : `Allow virtual people for ${customer.name}?`
      }
      description={
        isDisallowing
          ? 'The customer can’t create new groups of virtual people. Existing groups stay.'
          : 'The customer can create groups of virtual people again.'
      }
      action={isDisallowing ? 'Disallow' : 'Allow'}
      variant={isDisallowing ? 'destructive' : 'default'}
      onCancel={onDone}
    />
  )
}

const NO_GROUP = 'none'

/** Moves a customer into a price group or out of one, with a reason. */
export const PriceGroupDialog = aboutCustomer(PriceGroupForm)

function PriceGroupForm({ customer, onDone }: CustomerProps) {
  const groups = useQuery(priceGroupsQuery())
  const change = useMutation(setPriceGroupMutation())
  const form = useApiForm({
    schema: Reasons.extend({ group: z.string() }),
    defaultValues: { group: customer.price_group?.id ?? NO_GROUP, reason: '' },
    fieldOf: { price_group_id: 'group' },
    send: async ({ group, reason }) => {
      const price_group_id = group === NO_GROUP ? null : group
      await change.mutateAsync({ customerId: customer.id, price_group_id, reason })
      toast.success(`Price group of ${customer.name} updated`)
      onDone()
    },
  })
  const { register, control, formState } = form
  const { field } = useController({ control, name: 'group' })
  return (
    <DialogForm
      form={form}
      title={`Price group of ${customer.name}`}
      description="Its prices apply to new requests immediately. Past bills stay as they are."
      action="Save"
      onCancel={onDone}
    >
      <OptionField
        label="Price group"
        options={[
          { value: NO_GROUP, label: 'None: prices of the catalog' },
          ...(groups.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={field.value}
        onValueChange={field.onChange}
        error={formState.errors.group?.message}
      />
      <ReasonField registration={register('reason')} error={formState.errors.reason?.message} />
    </DialogForm>
  )
}

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

/** Adds a manual credit or debit. */
export const AdjustDialog = aboutCustomer(AdjustForm)

function AdjustForm({ customer, onDone }: CustomerProps) {
  const form = useAdjustment(customer.id, onDone)
  const { register, control, formState } = form
  const { field: direction } = useController({ control, name: 'direction' })
  return (
    <DialogForm
      form={form}
      title={`Credit or debit ${customer.name}`}
      description={`${formatMoney(customer.available, 'exact')} is available. A debit can’t exceed it.`}
      action={direction.value === 'credit' ? 'Add credit' : 'Add debit'}
      variant={direction.value === 'debit' ? 'destructive' : 'default'}
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
