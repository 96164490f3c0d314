import type { ComponentProps } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { z } from 'zod'
import { DialogForm, notOver, useApiForm } from '@/components/forms/api-form'
import { FormTextArea } from '@/components/forms/text-field'

/** Why an operator changes a customer's account. */
export const Reason = z
  .string()
  .trim()
  .min(3, 'Enter at least three characters.')
  .check(notOver(500))
  .regex(/^[^\p{Cc}]*$/u, 'The reason must be a single line.')

const Reasons = z.object({ reason: Reason })

/** A form with only a reason; all errors are shown below that field. */
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

/** A dialog that asks only for a reason. */
export function ReasonForm({ form, ...dialog }: ReasonFormProps) {
  const { register, formState } = form
  return (
    <DialogForm form={form} {...dialog}>
      <ReasonField registration={register('reason')} error={formState.errors.reason?.message} />
    </DialogForm>
  )
}

type ReasonFieldProps = { hint?: string; registration: UseFormRegisterReturn; error: string | undefined }

export function ReasonField(props: ReasonFieldProps) {
  return (
    <FormTextArea
      label="Reason"
      hint="Recorded in the audit log. Not visible to the customer."
      rows={2}
      {...props}
    />
  )
}
