'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormProvider, useController } from 'react-hook-form'
import { SubmitFooter } from '@/components/forms/api-form'
import { OptionField } from '@/components/forms/option-select'
import { OrderedList } from '@/components/forms/ordered-list'
import { SwitchRow } from '@/components/forms/switch-row'
import { useApiForm } from '@/components/forms/use-api-form'
import { DialogBody, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Sheet, SheetContent } from '@/components/ui/sheet'
import { toast } from '@/components/ui/toast'
import { setDefaultModelsMutation, updateKeyMutation } from '@/lib/account/api-keys/queries'
import type { ApiKeyRecord } from '@/lib/account/api-keys/schema'
import { modelListQuery } from '@/lib/catalog/models/queries'
import type { Modality } from '@/lib/catalog/models/schema'
import { DataRuleSwitches } from './data-rule-switches'
import {
  ExpiryField,
  FormError,
  LimitFields,
  type Me,
  ModelsField,
  NameField,
  NetworksField,
  PlaceFields,
  ScopesField,
  TagsField,
} from './key-fields'
import type { KeyForm } from './key-form'
import { keyFieldOf, keyFormSchema, toDefaultModels, toKeyForm, toUpdateRequest } from './key-form'

type EditKeySheetProps = { apiKey: ApiKeyRecord | undefined; me: Me; onClose: () => void }

export function EditKeySheet({ apiKey, me, onClose }: EditKeySheetProps) {
  return (
    <Sheet open={apiKey !== undefined} onOpenChange={(open) => !open && onClose()}>
      <SheetContent className="sm:w-[34rem]" onInteractOutside={(event) => event.preventDefault()}>
        {apiKey && <EditKeyForm apiKey={apiKey} me={me} onDone={onClose} />}
      </SheetContent>
    </Sheet>
  )
}

type EditKeyFormProps = { apiKey: ApiKeyRecord; me: Me; onDone: () => void }

function EditKeyForm({ apiKey, me, onDone }: EditKeyFormProps) {
  const before = toKeyForm(apiKey)
  const update = useMutation(updateKeyMutation())
  const setDefaults = useMutation(setDefaultModelsMutation())
  const { submit, ...form } = useApiForm({
    schema: keyFormSchema(before.expiryDate),
    defaultValues: before,
    fieldOf: keyFieldOf,
    send: async (values) => {
      const changes = toUpdateRequest(apiKey, values)
      const models = toDefaultModels(apiKey, values)
      if (Object.keys(changes).length > 0) await update.mutateAsync({ id: apiKey.id, changes })
      if (models) await setDefaults.mutateAsync({ id: apiKey.id, models })
      toast.success('Key saved', { description: values.name })
      onDone()
    },
  })
  const { isDirty, isSubmitting } = form.formState
  return (
    <FormProvider {...form}>
      <form onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
        <DialogHeader className="border-b border-border">
          <DialogTitle dir="auto" className="truncate text-left" title={apiKey.name}>
            {apiKey.name}
          </DialogTitle>
          <DialogDescription className="font-mono text-xs">
            {apiKey.key_prefix}…{apiKey.last4}
          </DialogDescription>
        </DialogHeader>
        <DialogBody className="gap-0 p-0">
          <EditKeySections me={me} />
        </DialogBody>
        <SubmitFooter onCancel={onDone} disabled={!isDirty} loading={isSubmitting}>
          Save
        </SubmitFooter>
      </form>
    </FormProvider>
  )
}

function EditKeySections({ me }: { me: Me }) {
  return (
    <div className="divide-y divide-border">
      <Section title="General">
        <NameField />
        <PlaceFields me={me} />
        <ScopesField isOperator={me.isOperator} />
        <TagsField />
      </Section>
      <Section title="Limits">
        <LimitFields />
        <ExpiryField />
        <NetworksField />
      </Section>
      <Section title="Models">
        <ModelsField />
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <DefaultModelField name="defaultChat" label="Default for chat" modality="chat" />
          <DefaultModelField name="defaultImage" label="Default for images" modality="image" />
          <DefaultModelField name="defaultVideo" label="Default for videos" modality="video" />
        </div>
      </Section>
      <Section title="Routing">
        <RoutingFields />
        <FormError />
      </Section>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4 px-5 py-5">
      <h3 className="text-xs font-medium text-faint-foreground">{title}</h3>
      {children}
    </section>
  )
}

const sorts = [
  { value: 'none', label: 'Catalog order' },
  { value: 'price', label: 'Lowest price first' },
  { value: 'latency', label: 'Lowest latency first' },
  { value: 'throughput', label: 'Highest throughput first' },
] as const

/** Which provider is tried first, and what happens when it fails. */
function RoutingFields() {
  const { data } = useQuery(modelListQuery())
  const { field: order } = useController<KeyForm, 'routingOrder'>({ name: 'routingOrder' })
  const { field: sort } = useController<KeyForm, 'routingSort'>({ name: 'routingSort' })
  const { field: fallbacks } = useController<KeyForm, 'allowFallbacks'>({ name: 'allowFallbacks' })
  const { field: models } = useController<KeyForm, 'fallbackModels'>({ name: 'fallbackModels' })
  const { field: zdr } = useController<KeyForm, 'zdr'>({ name: 'zdr' })
  const { field: denial } = useController<KeyForm, 'deniesCollection'>({ name: 'deniesCollection' })
  const all = data?.data ?? []
  const providers = [...new Set(all.flatMap((model) => model.providers))].map((id) => ({ id, name: id }))
  return (
    <div className="flex flex-col gap-4">
      <Field label="Providers to try first" hint="In this order, before all other providers.">
        {(control) => (
          <OrderedList
            control={control}
            items={providers}
            value={order.value}
            onValueChange={order.onChange}
            addLabel="Add a provider"
            empty="No matching provider."
          />
        )}
      </Field>
      <OptionField
        label="Other providers"
        className="sm:max-w-60"
        options={sorts}
        value={sort.value}
        onValueChange={sort.onChange}
      />
      <SwitchRow
        label="Allow fallbacks"
        hint="When a provider fails before its first byte, the next one is tried."
        checked={fallbacks.value}
        onCheckedChange={fallbacks.onChange}
      />
      <Field label="Fallback models" hint="Tried when no provider of the requested model answers.">
        {(control) => (
          <OrderedList
            control={control}
            items={all}
            value={models.value}
            onValueChange={models.onChange}
            addLabel="Add a model"
            empty="No matching model."
          />
        )}
      </Field>
      <DataRuleSwitches
        zdr={zdr.value}
        deniesCollection={denial.value}
        onZdrChange={zdr.onChange}
        onDenialChange={denial.onChange}
      />
    </div>
  )
}

/** Stands for “no default”: a select cannot have an empty value. */
const NONE = ':none'

type DefaultModelFieldProps = {
  name: 'defaultChat' | 'defaultImage' | 'defaultVideo'
  label: string
  modality: Modality
}

function DefaultModelField({ name, label, modality }: DefaultModelFieldProps) {
  const { data } = useQuery(modelListQuery())
  const { field, fieldState } = useController<KeyForm, typeof name>({ name })
  const ids = (data?.data ?? []).filter((model) => model.modality === modality).map((model) => model.id)
  // A default that the catalog no longer has is still what the key has.
  const known = field.value && !ids.includes(field.value) ? [field.value, ...ids] : ids
  const options = [{ value: NONE, label: 'None' }, ...known.map((id) => ({ value: id, label: id }))]
  return (
    <OptionField
      label={label}
      error={fieldState.error?.message}
      options={options}
      value={field.value ?? NONE}
      onValueChange={(value) => field.onChange(value === NONE ? null : value)}
    />
  )
}
