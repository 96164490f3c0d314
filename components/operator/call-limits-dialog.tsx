'use client'

import { z } from 'zod'
import { DialogForm, FormWindow } from '@/components/forms/api-form'
import { FormText } from '@/components/forms/text-field'
import { useApiForm } from '@/components/forms/use-api-form'
import { toast } from '@/components/ui/toast'
import type { CallLimits } from '@/lib/operator/admin/customers-schema'

const count = z
  .string()
  .trim()
  .regex(/^([1-9]\d{0,8})?$/, 'Enter a whole number, or leave it empty.')
  .transform((text) => (text === '' ? null : Number(text)))
const LimitTexts = z.object({ rate_limit_tpm: count, max_concurrency: count })

const fields = [
  { name: 'rate_limit_tpm', label: 'Tokens per minute' },
  { name: 'max_concurrency', label: 'Requests at once' },
] as const

type CallLimitsProps = {
  of: Required<CallLimits> & { name: string }
  description: string
  save: (limits: CallLimits) => Promise<unknown>
  onOpenChange: (open: boolean) => void
}

/** Edits the limits of a customer or a model. */
export function CallLimitsDialog({ open, ...form }: CallLimitsProps & { open: boolean }) {
  return (
    <FormWindow open={open} onClose={() => form.onOpenChange(false)}>
      <CallLimitsForm {...form} />
    </FormWindow>
  )
}

function CallLimitsForm({ of, description, save, onOpenChange }: CallLimitsProps) {
  const form = useApiForm({
    schema: LimitTexts,
    defaultValues: {
      rate_limit_tpm: String(of.rate_limit_tpm ?? ''),
      max_concurrency: String(of.max_concurrency ?? ''),
    },
    send: async (limits) => {
      await save(limits)
      toast.success(`Limits of ${of.name} saved`)
      onOpenChange(false)
    },
  })
  return (
    <DialogForm
      form={form}
      title={`Limits of ${of.name}`}
      description={description}
      action="Save"
      onCancel={() => onOpenChange(false)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map(({ name, label }) => (
          <FormText
            key={name}
            label={label}
            hint="No limit if empty."
            inputMode="numeric"
            autoComplete="off"
            className="figures"
            registration={form.register(name)}
            error={form.formState.errors[name]?.message}
          />
        ))}
      </div>
    </DialogForm>
  )
}
