'use client'

import { useController, useFormContext, useWatch } from 'react-hook-form'
import { videoSeconds } from '@/components/catalog/models/price'
import { Choice } from '@/components/forms/choice'
import { FormText } from '@/components/forms/text-field'
import type { Modality } from '@/lib/catalog/models/schema'
import { type PriceTexts, readRates } from './price-form'
import { isSecond, priceLines, type RateName, rates, ratesOf, secondRates } from './price-lines'

/** The price that customers pay and what the provider charges, in a form that has `priceTexts`. */
export function PriceFields({ modality }: { modality: Modality }) {
  const { control, getValues, setValue } = useFormContext<PriceTexts>()
  const { field } = useController({ control, name: 'has_cost' })
  const toggle = (has: boolean) => {
    field.onChange(has)
    if (has && getValues('costs').every((text) => text === '')) setValue('costs', getValues('rates'))
  }
  return (
    <>
      <RateFields modality={modality} group="rates" />
      <Choice
        label="The provider charges a different price"
        hint="Otherwise the cost equals the price and there is no margin."
        checked={field.value}
        onCheckedChange={toggle}
      />
      {field.value && (
        <fieldset className="flex min-w-0 flex-col gap-4">
          <legend className="mb-3 text-sm font-semibold text-ink">Provider cost</legend>
          <RateFields modality={modality} group="costs" />
          <Margins modality={modality} />
        </fieldset>
      )}
    </>
  )
}

function Margins({ modality }: { modality: Modality }) {
  const { control } = useFormContext<PriceTexts>()
  const [price, cost] = useWatch({ control, name: ['rates', 'costs'] }).map((texts) =>
    readRates(texts, ratesOf[modality], null),
  )
  if (!price || !cost || !('pricing' in price) || !('pricing' in cost)) return null
  const lines = priceLines(price.pricing, cost.pricing)
  return (
    <p role="status" className="figures text-sm text-muted">
      Margin: {lines.map((line) => `${line.label} ${line.cost?.margin ?? '–'}`).join(', ') || '–'}
    </p>
  )
}

type RateFieldsProps = { modality: Modality; group: 'rates' | 'costs' }

/** A field for each rate. Rates per second of video are grouped by resolution, without and with audio. */
function RateFields({ modality, group }: RateFieldsProps) {
  const { register, formState } = useFormContext<PriceTexts>()
  const names = ratesOf[modality]
  const field = (name: RateName, label: string, hint?: string) => {
    const index = names.indexOf(name)
    return (
      <FormText
        key={name}
        label={label}
        hint={hint}
        registration={register(`${group}.${index}`)}
        error={formState.errors[group]?.[index]?.message}
        inputMode="decimal"
        autoComplete="off"
        className="figures"
        placeholder="None"
      />
    )
  }
  const seconds = names.filter(isSecond)
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {names
          .filter((name) => !isSecond(name))
          .map((name) => field(name, rates[name].label, `USD ${rates[name].unit}`))}
      </div>
      {seconds.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="text-sm font-medium text-ink">Per second</legend>
          <p className="mb-3 text-xs text-faint">
            USD per second of video. Leave unsupported resolutions empty.
          </p>
          <div className="grid grid-cols-2 gap-x-4 gap-y-3">
            {seconds.map((name) => field(name, nameOf(secondRates[name])))}
          </div>
        </fieldset>
      )}
    </>
  )
}

const nameOf = (second: string) => videoSeconds.find(({ rate }) => rate === second)?.name ?? second
