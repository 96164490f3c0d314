import type { ComponentProps } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { z } from 'zod'
import { DialogForm, notOver, useApiForm } from '@/components/forms/api-form'
import { FormTextArea } from '@/components/forms/text-field'

/** Why an operator does something to a customer. */
export const Reason = z
  .string()
  .trim()
  .min(3, 'The reason has three characters or more.')
  .check(notOver(500))
  .regex(/^[^\p{Cc}]*$/u, 'The reason is one line.')

const Reasons = z.object({ reason: Reason })

/** A form that asks only why; whatever goes wrong stands below its field. */
export function useReasonForm(send: (reason: string) => Promise<unknown>) {
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

/** A dialog that asks only why. */
export function ReasonForm({ form, ...words }: ReasonFormProps) {
  const { register, formState } = form
  return (
    <DialogForm form={form} {...words}>
      <ReasonField registration={register('reason')} error={formState.errors.reason?.message} />
    </DialogForm>
  )
}

type ReasonFieldProps = { hint?: string; registration: UseFormRegisterReturn; error: string | undefined }

export function ReasonField(props: ReasonFieldProps) {
  return (
    <FormTextArea
      label="Reason"
      hint="Kept in the audit log; the customer does not see it."
      rows={2}
      {...props}
    />
  )
}
