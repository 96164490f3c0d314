'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { FormProvider, useController, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { modalityNames } from '@/components/catalog/models/modality'
import { DialogForm, FormWindow } from '@/components/forms/api-form'
import { OptionField } from '@/components/forms/option-select'
import { FormText, FormTextArea } from '@/components/forms/text-field'
import { useApiForm } from '@/components/forms/use-api-form'
import { toast } from '@/components/ui/toast'
import { ModelId, type ModelInput, type NewModel } from '@/lib/catalog/models/edit-models-schema'
import { Modality } from '@/lib/catalog/models/schema'
import { paths } from '@/lib/client/paths'
import { addModelMutation, changeModelMutation } from '@/lib/operator/admin/catalog-queries'
import type { OperatorModel } from '@/lib/operator/admin/catalog-schema'
import { PriceFields, priceTexts, priceTextsOf, readPriceTexts } from './price-form'
import {
  LimitFields,
  limitTexts,
  limitTextsOf,
  noLimits,
  ProviderFields,
  providerTexts,
} from './route-fields'

type ModelDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Left out to add one. */
  model?: OperatorModel | undefined
}

/** Edits a model's fields, or adds a model with its first route and price. */
export function ModelDialog({ open, onOpenChange, model }: ModelDialogProps) {
  const onDone = () => onOpenChange(false)
  return (
    <FormWindow open={open} onClose={onDone} className="sm:max-w-2xl">
      {model ? <ChangeForm model={model} onDone={onDone} /> : <AddForm onDone={onDone} />}
    </FormWindow>
  )
}

const Capabilities = z.string().transform((text, context): ModelInput['capabilities'] => {
  try {
    return z.record(z.string(), z.json()).parse(JSON.parse(text.trim() || '{}'))
  } catch {
    context.addIssue({ code: 'custom', message: 'Enter a JSON object, such as {"seed": true}.' })
    return z.NEVER
  }
})

const ModelTexts = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(120, 'The name must be at most 120 characters.'),
  modality: Modality,
  owned_by: z.string().trim().min(1, 'Enter who made the model.').max(100),
  description: z
    .string()
    .trim()
    .max(2000, 'The description must be at most 2,000 characters.')
    .transform((text) => text.replace(/\s+/g, ' ') || null),
  capabilities: Capabilities,
  ...limitTexts,
})
type ModelTexts = z.input<typeof ModelTexts>

function textsOf(model?: OperatorModel): ModelTexts {
  const capabilities = model?.capabilities ?? {}
  return {
    name: model?.name ?? '',
    modality: model?.modality ?? 'chat',
    owned_by: model?.owned_by ?? '',
    description: model?.description ?? '',
    capabilities: Object.keys(capabilities).length > 0 ? JSON.stringify(capabilities, null, 2) : '',
    ...limitTextsOf(model),
  }
}

function ChangeForm({ model, onDone }: { model: OperatorModel; onDone: () => void }) {
  const change = useMutation(changeModelMutation())
  const form = useApiForm({
    schema: ModelTexts,
    defaultValues: textsOf(model),
    send: async (fields) => {
      await change.mutateAsync({ id: model.id, fields })
      toast.success(`${fields.name} updated`)
      onDone()
    },
  })
  return (
    <DialogForm
      form={form}
      title={`Edit ${model.name}`}
      description="Changes apply immediately. Catalog updates no longer change this model."
      action="Save"
      onCancel={onDone}
    >
      <FormProvider {...form}>
        <ModelFields />
      </FormProvider>
    </DialogForm>
  )
}

const NewModelTexts = ModelTexts.extend({
  model_id: z
    .string()
    .trim()
    .refine((id) => ModelId.safeParse(id).success, 'Enter a model ID, such as acme/large.'),
  ...providerTexts,
  ...priceTexts,
}).transform(
  ({ model_id, provider_id, upstream_id, rates, has_cost, costs, variants, ...model }, context): NewModel => {
    const prices = readPriceTexts({ rates, has_cost, costs, variants }, model.modality, undefined, context)
    return { model_id, model, route: { provider_id, upstream_id, ...noLimits, ...prices } }
  },
)

function AddForm({ onDone }: { onDone: () => void }) {
  const router = useRouter()
  const add = useMutation(addModelMutation())
  const form = useApiForm({
    schema: NewModelTexts,
    defaultValues: { model_id: '', provider_id: '', upstream_id: '', ...textsOf(), ...priceTextsOf('chat') },
    send: async (model) => {
      await add.mutateAsync(model)
      toast.success(`${model.model_id} published`)
      onDone()
      router.push(paths.adminModel(model.model_id))
    },
  })
  return (
    <DialogForm
      form={form}
      title="Add a model"
      description="The model is available immediately if its provider is connected."
      action="Publish model"
      onCancel={onDone}
    >
      <FormProvider {...form}>
        <FormText
          label="Model ID"
          hint="The name that requests use, such as acme/large. It can’t be changed."
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
          registration={form.register('model_id')}
          error={form.formState.errors.model_id?.message}
        />
        <ProviderFields />
        <ModelFields />
        <h3 className="border-t border-border pt-4 text-sm font-semibold text-foreground">Price</h3>
        <PriceFields modality={form.watch('modality')} />
      </FormProvider>
    </DialogForm>
  )
}

const modalityOptions = Modality.options.map((value) => ({ value, label: modalityNames[value] }))

function ModelFields() {
  const { control, register, formState, setValue, getValues } = useFormContext<
    ModelTexts & { rates?: string[]; costs?: string[] }
  >()
  const { field: modalityField } = useController({ control, name: 'modality' })
  const { errors } = formState
  const choose = (modality: Modality) => {
    modalityField.onChange(modality)
    // Only the form of a new model has a price; its rates depend on the modality.
    if (getValues('rates') === undefined) return
    setValue('rates', priceTextsOf(modality).rates)
    setValue('costs', priceTextsOf(modality).costs)
  }
  return (
    <>
      <FormText
        label="Name"
        autoComplete="off"
        registration={register('name')}
        error={errors.name?.message}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <OptionField
          label="Type"
          options={modalityOptions}
          value={modalityField.value}
          onValueChange={choose}
          error={errors.modality?.message}
        />
        <FormText
          label="Created by"
          autoComplete="off"
          registration={register('owned_by')}
          error={errors.owned_by?.message}
        />
      </div>
      <LimitFields fallback="Unknown" />
      <FormTextArea
        label="Description"
        aside="Optional"
        rows={2}
        registration={register('description')}
        error={errors.description?.message}
      />
      <FormTextArea
        label="Capabilities"
        aside="Optional"
        hint="A JSON object: image sizes, video resolutions (required for videos), voices."
        rows={3}
        spellCheck={false}
        className="font-mono"
        registration={register('capabilities')}
        error={errors.capabilities?.message}
      />
    </>
  )
}
