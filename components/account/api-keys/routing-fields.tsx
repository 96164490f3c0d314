'use client'

import { useQuery } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import { SwitchRow } from '@/components/forms/choice'
import { OptionField } from '@/components/forms/option-select'
import { OrderedList } from '@/components/forms/ordered-list'
import { Field } from '@/components/ui/field'
import { modelListQuery } from '@/lib/catalog/models/queries'
import type { Modality } from '@/lib/catalog/models/schema'
import type { KeyForm } from './key-form'

const sorts = [
  { value: 'none', label: 'Catalog order' },
  { value: 'price', label: 'Lowest price first' },
  { value: 'latency', label: 'Lowest latency first' },
  { value: 'throughput', label: 'Highest throughput first' },
] as const

/** Which provider is tried first, and what happens when it fails. */
export function RoutingFields() {
  const { data } = useQuery(modelListQuery())
  const { field: order } = useController<KeyForm, 'routingOrder'>({ name: 'routingOrder' })
  const { field: sort } = useController<KeyForm, 'routingSort'>({ name: 'routingSort' })
  const { field: fallbacks } = useController<KeyForm, 'allowFallbacks'>({ name: 'allowFallbacks' })
  const { field: models } = useController<KeyForm, 'fallbackModels'>({ name: 'fallbackModels' })
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

export function DefaultModelField({ name, label, modality }: DefaultModelFieldProps) {
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
