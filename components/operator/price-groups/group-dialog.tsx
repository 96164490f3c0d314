'use client'

import { useMutation } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useFieldArray } from 'react-hook-form'
import { z } from 'zod'
import { DialogForm, FormWindow, useApiForm } from '@/components/forms/api-form'
import { FormText } from '@/components/forms/text-field'
import { Button } from '@/components/ui/button'
import { paths } from '@/lib/client/paths'
import type { PriceGroup } from '@/lib/money/price-groups/schema'
import { savePriceGroupMutation } from '@/lib/operator/admin/price-group-queries'

type GroupDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Left out to add one. */
  group?: PriceGroup
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

const Fields = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(80, 'The name must be at most 80 characters.'),
  volume: z.array(
    z.object({
      spent_usd: z
        .string()
        .trim()
        .regex(/^\d{1,9}(?:\.\d{1,9})?$/, 'Enter an amount in USD, such as 1000.'),
      factor: FactorText.pipe(z.number().max(1, 'A discount is at most 1.')),
    }),
  ),
})

function GroupForm({ group, onDone }: { group: PriceGroup | undefined; onDone: () => void }) {
  const router = useRouter()
  const save = useMutation(savePriceGroupMutation())
  const form = useApiForm({
    schema: Fields,
    defaultValues: {
      name: group?.name ?? '',
      volume: group?.volume.map(({ spent_usd, factor }) => ({ spent_usd, factor: String(factor) })) ?? [],
    },
    fieldOf: { volume: 'root' },
    send: async (fields) => {
      const saved = await save.mutateAsync({ id: group?.id ?? null, rules: group?.rules ?? [], ...fields })
      if (!group) router.push(paths.adminPriceGroup(saved.id))
      onDone()
    },
  })
  const { register, control, formState } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'volume' })
  const { errors } = formState
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
      <FormText label="Name" registration={register('name')} error={errors.name?.message} />
      <fieldset className="flex min-w-0 flex-col gap-3">
        <legend className="mb-1 text-sm font-medium text-foreground">Discount by monthly volume</legend>
        <p className="text-xs text-faint-foreground">
          Multiplies all prices of the group once a customer has spent the amount in the calendar month (UTC).
        </p>
        {fields.map(({ id }, index) => (
          <div key={id} className="flex min-w-0 items-end gap-2">
            <FormText
              label="From, USD"
              inputMode="decimal"
              className="figures"
              registration={register(`volume.${index}.spent_usd`)}
              error={errors.volume?.[index]?.spent_usd?.message}
            />
            <FormText
              label="Factor"
              inputMode="decimal"
              placeholder="0.95"
              className="figures"
              registration={register(`volume.${index}.factor`)}
              error={errors.volume?.[index]?.factor?.message}
            />
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Remove step ${index + 1}`}
              onClick={() => remove(index)}
            >
              <X aria-hidden="true" />
            </Button>
          </div>
        ))}
        <Button
          variant="outline"
          size="sm"
          className="self-start"
          onClick={() => append({ spent_usd: '', factor: '' })}
        >
          <Plus aria-hidden="true" />
          Add step
        </Button>
      </fieldset>
    </DialogForm>
  )
}
