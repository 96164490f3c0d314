import { Plus } from 'lucide-react'
import { Controller, useFieldArray, useFormContext } from 'react-hook-form'
import type { z } from 'zod'
import { rates, variantRates } from '@/components/catalog/models/price'
import { FormText } from '@/components/forms/text-field'
import { Button } from '@/components/ui/button'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import { emptyVariant, type VariantKind, type VariantTexts, variantKinds } from './variants'

type Texts = { variants: z.infer<typeof VariantTexts> }
type Group = keyof Texts['variants']

const titles: Readonly<Record<VariantKind, string>> = {
  tiers: 'Long prompts',
  service_tier: 'Service tier',
  hours: 'Hours',
}

/** Token rates that differ by prompt length, service tier or hours. */
export function VariantFields({ group }: { group: Group }) {
  const { control } = useFormContext<Texts>()
  const { fields, append, remove } = useFieldArray({ control, name: `variants.${group}` })
  return (
    <>
      {fields.map(({ id, kind }, index) => (
        <fieldset key={id} className="flex min-w-0 flex-col gap-4 border-t border-border pt-4">
          <legend className="sr-only">{titles[kind]}</legend>
          <div className="flex items-center justify-between gap-2">
            <span aria-hidden="true" className="text-sm font-semibold text-foreground">
              {titles[kind]}
            </span>
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Remove ${titles[kind].toLowerCase()}, rates ${index + 1}`}
              onClick={() => remove(index)}
            >
              Remove
            </Button>
          </div>
          {kind === 'hours' ? (
            <HoursFields group={group} index={index} />
          ) : (
            <NameField {...{ group, index, kind }} />
          )}
          <VariantRates group={group} index={index} />
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-2">
        {variantKinds.map((kind) => (
          <Button key={kind} variant="outline" size="sm" onClick={() => append(emptyVariant(kind))}>
            <Plus aria-hidden="true" />
            {titles[kind]}
          </Button>
        ))}
      </div>
    </>
  )
}

type VariantProps = { group: Group; index: number }

function NameField({ group, index, kind }: VariantProps & { kind: VariantKind }) {
  const { register, formState } = useFormContext<Texts>()
  const isLength = kind === 'tiers'
  return (
    <FormText
      label={isLength ? 'Above prompt tokens' : 'Tier'}
      hint={
        isLength
          ? 'A longer prompt is billed at these rates as a whole.'
          : 'As requests name it: flex, priority, batch.'
      }
      registration={register(`variants.${group}.${index}.name`)}
      error={formState.errors.variants?.[group]?.[index]?.name?.message}
      inputMode={isLength ? 'numeric' : 'text'}
      autoComplete="off"
      className="figures"
    />
  )
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function HoursFields({ group, index }: VariantProps) {
  const { control, register, formState } = useFormContext<Texts>()
  const errors = formState.errors.variants?.[group]?.[index]
  const name = `variants.${group}.${index}` as const
  return (
    <>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <FormText
          label="From"
          type="time"
          className="figures"
          registration={register(`${name}.from`)}
          error={errors?.from?.message}
        />
        <FormText
          label="To"
          type="time"
          className="figures"
          registration={register(`${name}.to`)}
          error={errors?.to?.message}
        />
        <FormText
          label="Time zone"
          placeholder="UTC"
          autoComplete="off"
          registration={register(`${name}.timezone`)}
          error={errors?.timezone?.message}
        />
      </div>
      <Controller
        control={control}
        name={`${name}.weekdays`}
        render={({ field }) => (
          <ToggleGroup
            type="multiple"
            aria-label="Days; none for every day"
            value={field.value}
            onValueChange={field.onChange}
            className="flex-wrap"
          >
            {weekdays.map((day, at) => (
              <ToggleGroupItem key={day} value={`${at + 1}`}>
                {day}
              </ToggleGroupItem>
            ))}
          </ToggleGroup>
        )}
      />
    </>
  )
}

function VariantRates({ group, index }: VariantProps) {
  const { register, formState } = useFormContext<Texts>()
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      {variantRates.map((rate, at) => (
        <FormText
          key={rate}
          label={rates[rate].label}
          registration={register(`variants.${group}.${index}.rates.${at}`)}
          error={formState.errors.variants?.[group]?.[index]?.rates?.[at]?.message}
          inputMode="decimal"
          autoComplete="off"
          className="figures"
          placeholder="None"
        />
      ))}
    </div>
  )
}
