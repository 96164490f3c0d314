'use client'

import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { DialogForm, FormWindow } from '@/components/forms/api-form'
import { FormText, FormTextArea } from '@/components/forms/text-field'
import { useApiForm } from '@/components/forms/use-api-form'
import type { PriceGroup } from '@/lib/money/price-groups/schema'
import { savePriceGroupMutation } from '@/lib/operator/admin/price-group-queries'

type GroupDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Left out to add one. */
  group?: PriceGroup | undefined
}

/** Adds a group, or edits its name and its discount by volume. */
export function GroupDialog({ open, onOpenChange, group }: GroupDialogProps) {
  const onDone = () => onOpenChange(false)
  return (
    <FormWindow open={open} onClose={onDone}>
      <GroupForm group={group} onDone={onDone} />
    </FormWindow>
  )
}

/** A factor as text, with at most six decimals. */
export const FactorText = z
  .string()
  .trim()
  .regex(/^\d{1,3}(?:[.,]\d{1,6})?$/, 'Enter a factor, such as 0.9.')
  .transform((text) => Number(text.replace(',', '.')))

const LINE = /^\$?(\d{1,9}(?:\.\d{1,9})?)[\s:,;]+(\S+)$/

/** One step per line: the USD spent and the factor. */
const Steps = z.string().transform((text, { addIssue }) => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const steps = lines.map((line) => {
    const [, spent_usd = '', factor] = LINE.exec(line.trim()) ?? []
    return { spent_usd, factor: FactorText.safeParse(factor).data ?? Number.NaN }
  })
  const wrong = steps.findIndex(({ factor }) => !(factor <= 1))
  if (wrong >= 0)
    addIssue({ code: 'custom', message: `Line ${wrong + 1} must be an amount and a factor of at most 1.` })
  return steps
})

const Fields = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(80, 'The name must be at most 80 characters.'),
  volume: Steps,
})

function GroupForm({ group, onDone }: { group: PriceGroup | undefined; onDone: () => void }) {
  const save = useMutation(savePriceGroupMutation())
  const form = useApiForm({
    schema: Fields,
    defaultValues: {
      name: group?.name ?? '',
      volume: group?.volume.map(({ spent_usd, factor }) => `${spent_usd} ${factor}`).join('\n') ?? '',
    },
    send: async (fields) => {
      await save.mutateAsync({ id: group?.id ?? null, rules: group?.rules ?? [], ...fields })
      onDone()
    },
  })
  const { errors } = form.formState
  return (
    <DialogForm
      form={form}
      title={group ? `Edit ${group.name}` : 'Add a price group'}
      description={
        group ? 'Changes apply to new requests immediately.' : 'Add rules and customers afterwards.'
      }
      action={group ? 'Save' : 'Add price group'}
      onCancel={onDone}
    >
      <FormText label="Name" registration={form.register('name')} error={errors.name?.message} />
      <FormTextArea
        label="Discount by monthly volume"
        hint="One step per line: the USD spent in the calendar month (UTC), and the factor on all prices from then on."
        placeholder="1000 0.95"
        rows={3}
        className="figures"
        registration={form.register('volume')}
        error={errors.volume?.message}
      />
    </DialogForm>
  )
}
