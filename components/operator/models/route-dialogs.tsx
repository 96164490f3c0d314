'use client'

import { useMutation } from '@tanstack/react-query'
import { FormProvider, useController } from 'react-hook-form'
import { z } from 'zod'
import { DialogForm, FormWindow } from '@/components/forms/api-form'
import { FormText } from '@/components/forms/text-field'
import { useApiForm } from '@/components/forms/use-api-form'
import { toast } from '@/components/ui/toast'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import type { Modality } from '@/lib/catalog/models/schema'
import { addModelMutation, addPriceMutation, changeRouteMutation } from '@/lib/operator/admin/catalog-queries'
import type { OperatorModel, OperatorRoute } from '@/lib/operator/admin/catalog-schema'
import { PriceFields, priceForm, priceTexts, priceTextsOf, readPriceTexts } from './price-form'
import {
  LimitFields,
  limitTexts,
  limitTextsOf,
  noLimits,
  ProviderFields,
  providerTexts,
  UpstreamField,
  upstreamName,
} from './route-fields'

type RouteDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Adds a route to this model, or edits a route except its provider and price. */
  of: { model: OperatorModel } | { route: OperatorRoute }
}

export function RouteDialog({ open, onOpenChange, of }: RouteDialogProps) {
  const onDone = () => onOpenChange(false)
  return (
    <FormWindow open={open} onClose={onDone}>
      {'model' in of ? (
        <AddForm model={of.model} onDone={onDone} />
      ) : (
        <EditForm route={of.route} onDone={onDone} />
      )}
    </FormWindow>
  )
}

function AddForm({ model, onDone }: { model: OperatorModel; onDone: () => void }) {
  const add = useMutation(addModelMutation())
  const known = model.routes[0]?.prices.find(({ state }) => state === 'in_force')
  // The cost at another provider does not apply here.
  const prices = priceTextsOf(model.modality, known && { ...known, cost: null })
  const form = useApiForm({
    schema: z
      .object({ ...providerTexts, ...priceTexts })
      .transform(({ provider_id, upstream_id, ...typed }, context) => {
        const prices = readPriceTexts(typed, model.modality, undefined, context)
        return { provider_id, upstream_id, ...noLimits, ...prices }
      }),
    defaultValues: { provider_id: '', upstream_id: '', ...prices },
    send: async (route) => {
      await add.mutateAsync({ model_id: model.id, model: null, route })
      toast.success('Route added')
      onDone()
    },
  })
  return (
    <DialogForm
      form={form}
      title={`Add a route to ${model.name}`}
      description={`The route is tried last until you change the order.${known ? ' The price is copied from the first route: review it.' : ''}`}
      action="Add route"
      onCancel={onDone}
    >
      <FormProvider {...form}>
        <ProviderFields without={model.routes.map(({ provider_id }) => provider_id)} />
        <PriceFields modality={model.modality} />
      </FormProvider>
    </DialogForm>
  )
}

const RouteTexts = z.object({ upstream_id: upstreamName, ...limitTexts })

function EditForm({ route, onDone }: { route: OperatorRoute; onDone: () => void }) {
  const change = useMutation(changeRouteMutation())
  const form = useApiForm({
    schema: RouteTexts,
    defaultValues: { upstream_id: route.upstream_id, ...limitTextsOf(route) },
    send: async (fields) => {
      await change.mutateAsync({ id: route.id, fields })
      toast.success(`Route to ${route.provider_name} updated`)
      onDone()
    },
  })
  return (
    <DialogForm
      form={form}
      title={`Edit the route to ${route.provider_name}`}
      description="Changes apply immediately. Catalog updates no longer change this route or its price."
      action="Save"
      onCancel={onDone}
    >
      <FormProvider {...form}>
        <UpstreamField />
        <LimitFields fallback="Same as the model" />
      </FormProvider>
    </DialogForm>
  )
}

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
