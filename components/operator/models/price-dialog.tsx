'use client'

import { useMutation } from '@tanstack/react-query'
import { FormProvider, useController } from 'react-hook-form'
import { DialogForm, FormWindow, useApiForm } from '@/components/forms/api-form'
import { FormText } from '@/components/forms/text-field'
import { Alert } from '@/components/ui/alert'
import { toast } from '@/components/ui/toast'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import type { Modality } from '@/lib/catalog/models/schema'
import { addPriceMutation } from '@/lib/operator/admin/catalog-queries'
import type { OperatorRoute } from '@/lib/operator/admin/catalog-schema'
import { PriceFields } from './price-fields'
import { priceForm, priceTextsOf } from './price-form'

type PriceDialogProps = {
  route: OperatorRoute
  modality: Modality
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function PriceDialog({ route, modality, open, onOpenChange }: PriceDialogProps) {
  const onDone = () => onOpenChange(false)
  return (
    <FormWindow open={open} onClose={onDone}>
      <NewPriceForm route={route} modality={modality} onDone={onDone} />
    </FormWindow>
  )
}

type NewPriceProps = { route: OperatorRoute; modality: Modality; onDone: () => void }

function NewPriceForm({ route, modality, onDone }: NewPriceProps) {
  const [latest] = route.prices
  const add = useMutation(addPriceMutation())
  const form = useApiForm({
    schema: priceForm(modality, latest),
    defaultValues: { ...priceTextsOf(modality, latest), when: 'now', start: '' },
    fieldOf: { valid_from: 'start' },
    send: async (price) => {
      await add.mutateAsync({ routeId: route.id, price })
      toast.success(price.valid_from === null ? 'Price updated' : 'Price scheduled')
      onDone()
    },
  })
  const { register, control, formState } = form
  const { field: when } = useController({ control, name: 'when' })
  const tiers = Object.keys(latest?.pricing.service_tier ?? {})
  return (
    <DialogForm
      form={form}
      title={`New price at ${route.provider_name}`}
      description="Creates a new version; past usage keeps its price. Catalog updates no longer change the price of this route."
      action={when.value === 'now' ? 'Set price' : 'Schedule price'}
      onCancel={onDone}
    >
      <FormProvider {...form}>
        <PriceFields modality={modality} />
      </FormProvider>
      {tiers.length > 0 && (
        <Alert>
          Service tier prices ({tiers.join(', ')}) stay unchanged. Set them with{' '}
          <code>pricing.service_tier</code> in the API.
        </Alert>
      )}
      <div className="flex flex-col gap-3">
        <ToggleGroup
          type="single"
          aria-label="When"
          value={when.value}
          onValueChange={(choice) => choice && when.onChange(choice)}
        >
          <ToggleGroupItem value="now">Now</ToggleGroupItem>
          <ToggleGroupItem value="later">Later</ToggleGroupItem>
        </ToggleGroup>
        {when.value === 'later' && (
          <FormText
            label="Effective from"
            hint="In your time zone. Takes effect within 30 seconds."
            registration={register('start')}
            error={formState.errors.start?.message}
            type="datetime-local"
            className="figures sm:w-60"
          />
        )}
      </div>
    </DialogForm>
  )
}
