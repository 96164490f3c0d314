'use client'

import { useController, useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
import {
  isSecond,
  type RateName,
  rates,
  secondRates,
  variantRates,
  videoSeconds,
} from '@/components/catalog/models/price'
import { Choice } from '@/components/forms/choice'
import { FormText } from '@/components/forms/text-field'
import { type Modality, missingRates, type Pricing } from '@/lib/catalog/models/schema'
import type { OperatorPrice } from '@/lib/operator/admin/catalog-schema'
import { priceLines, ratesOf } from './price-lines'
import { notAnAmount, type Problem, readRates, textsOf } from './rate-texts'
import { VariantFields } from './variant-fields'
import { readVariants, VariantTexts, variantTextsOf, withVariants } from './variants'

/** A price and its provider cost as form text, one entry for each rate of the modality in order. */
export const priceTexts = {
  rates: z.array(z.string()),
  has_cost: z.boolean(),
  costs: z.array(z.string()),
  variants: VariantTexts,
}
type PriceTexts = z.infer<z.ZodObject<typeof priceTexts>>

export function priceTextsOf(
  modality: Modality,
  latest?: Pick<OperatorPrice, 'pricing' | 'cost'>,
): PriceTexts {
  const names = ratesOf[modality]
  return {
    rates: textsOf(latest?.pricing, names),
    has_cost: Boolean(latest?.cost),
    costs: textsOf(latest?.cost ?? latest?.pricing, names),
    variants: {
      rates: variantTextsOf(latest?.pricing),
      costs: variantTextsOf(latest?.cost ?? latest?.pricing),
    },
  }
}

type Issues = Pick<z.core.$RefinementCtx, 'addIssue'>

/** Parses the form text into what the API accepts, with issues at their field. Fields that the form does not show are kept. */
export function readPriceTexts(
  typed: PriceTexts,
  modality: Modality,
  latest: Pick<OperatorPrice, 'pricing' | 'cost'> | undefined,
  context: Issues,
): { pricing: Pricing; cost: Pricing | null } {
  const names = ratesOf[modality]
  const read = (group: 'rates' | 'costs', base: Pricing | undefined) => {
    const found = readRates(typed[group], names, base)
    const problem = 'pricing' in found ? gapIn(found.pricing, modality) : notAnAmount(found.wrong)
    if (problem)
      context.addIssue({
        code: 'custom',
        path: [group, names.indexOf(problem.name)],
        message: problem.message,
      })
    const variants = readVariants(typed.variants[group], base, (path, message) =>
      context.addIssue({ code: 'custom', path: ['variants', group, ...path], message }),
    )
    return 'pricing' in found ? withVariants(found.pricing, variants) : {}
  }
  const pricing = read('rates', latest?.pricing)
  return { pricing, cost: typed.has_cost ? read('costs', latest?.cost ?? latest?.pricing) : null }
}

/** The first missing rate that the modality requires; the server checks those of a video's resolutions. */
export function gapIn(pricing: Pricing, modality: Modality): Problem | undefined {
  const [missing] = missingRates({ modality, capabilities: null }, pricing)
  const name =
    missing && ratesOf[modality].find((one) => one === missing[0] || one.startsWith(`${missing[0]}.`))
  return name && { name, message: `${rates[name].label} is required.` }
}

/** The form of a new price and when it takes effect. */
export function priceForm(modality: Modality, latest: OperatorPrice | undefined) {
  return z
    .object({ ...priceTexts, when: z.enum(['now', 'later']), start: z.string() })
    .transform(({ when, start, ...typed }, context) => {
      const read = readPriceTexts(typed, modality, latest, context)
      const valid_from = when === 'now' ? null : toInstant(start)
      if (when === 'later' && valid_from === null)
        context.addIssue({
          code: 'custom',
          path: ['start'],
          message: 'Choose when the price takes effect.',
        })
      return { ...read, valid_from }
    })
}

/** The instant of a `datetime-local` value in the reader's time zone; null where it is empty or invalid. */
function toInstant(text: string): string | null {
  const moment = new Date(text)
  return text === '' || Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

/** The price that customers pay and what the provider charges, in a form that has `priceTexts`. */
export function PriceFields({ modality }: { modality: Modality }) {
  const { control, getValues, setValue } = useFormContext<PriceTexts>()
  const { field } = useController({ control, name: 'has_cost' })
  const hasVariants = variantRates.slice(0, 2).every((name) => ratesOf[modality].includes(name))
  const toggle = (has: boolean) => {
    field.onChange(has)
    if (!has || getValues('costs').some((text) => text !== '')) return
    setValue('costs', getValues('rates'))
    setValue('variants.costs', getValues('variants.rates'))
  }
  return (
    <>
      <RateFields modality={modality} group="rates" />
      {hasVariants && <VariantFields group="rates" />}
      <Choice
        label="The provider charges a different price"
        hint="Otherwise the cost equals the price and there is no margin."
        checked={field.value}
        onCheckedChange={toggle}
      />
      {field.value && (
        <fieldset className="flex min-w-0 flex-col gap-4">
          <legend className="mb-3 text-sm font-semibold text-foreground">Provider cost</legend>
          <RateFields modality={modality} group="costs" />
          {hasVariants && <VariantFields group="costs" />}
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
    <p role="status" className="figures text-sm text-muted-foreground">
      Margin: {lines.map((line) => `${line.label} ${line.cost?.margin ?? '–'}`).join(', ') || '–'}
    </p>
  )
}

type RateFieldsProps = { modality: Modality; group: 'rates' | 'costs' }

/** A field for each rate. Rates per second of video are grouped by resolution, without and with audio. */
export function RateFields({ modality, group }: RateFieldsProps) {
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
          <legend className="text-sm font-medium text-foreground">Per second</legend>
          <p className="mb-3 text-xs text-faint-foreground">
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
