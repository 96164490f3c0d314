'use client'

import { useController, useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
import {
  isSecond,
  type RateName,
  rateIn,
  rates,
  secondRates,
  videoSeconds,
} from '@/components/catalog/models/price'
import { Choice } from '@/components/forms/choice'
import { FormText } from '@/components/forms/text-field'
import { type Modality, missingRates, type Pricing } from '@/lib/catalog/models/schema'
import type { OperatorPrice } from '@/lib/operator/admin/catalog-schema'
import { priceLines, ratesOf } from './price-lines'

/** The rates of a price as form text, per million tokens or per unit; empty where the price has none. */
export function textsOf(pricing: Pricing | null | undefined, names: readonly RateName[]): string[] {
  return names.map((name) => {
    const rate = pricing ? rateIn(pricing, name) : undefined
    if (rate === undefined) return ''
    return rates[name].per === 'million' ? toPerMillion(rate) : rate
  })
}

/** A price and its provider cost as form text, one entry for each rate of the modality in order. */
export const priceTexts = { rates: z.array(z.string()), has_cost: z.boolean(), costs: z.array(z.string()) }
type PriceTexts = { rates: string[]; has_cost: boolean; costs: string[] }

export function priceTextsOf(
  modality: Modality,
  latest?: Pick<OperatorPrice, 'pricing' | 'cost'>,
): PriceTexts {
  const names = ratesOf[modality]
  return {
    rates: textsOf(latest?.pricing, names),
    has_cost: Boolean(latest?.cost),
    costs: textsOf(latest?.cost ?? latest?.pricing, names),
  }
}

type Issues = Pick<z.core.$RefinementCtx, 'addIssue'>

/** Parses the form text into what the API accepts, with issues at their rate. Fields that the form does not show are kept. */
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
    return 'pricing' in found ? found.pricing : {}
  }
  const pricing = read('rates', latest?.pricing)
  return { pricing, cost: typed.has_cost ? read('costs', latest?.cost ?? latest?.pricing) : null }
}

type Problem = { name: RateName; message: string }

export const notAnAmount = (name: RateName): Problem => ({
  name,
  message: `${rates[name].label} must be an amount, such as 0.15.`,
})

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

type ReadPrice = { pricing: Pricing } | { wrong: RateName }

/** The price that the texts stand for, or the first rate whose text is invalid. */
export function readRates(
  texts: readonly string[],
  names: readonly RateName[],
  base: Pricing | null | undefined,
): ReadPrice {
  const pricing: Pricing = { ...base }
  const image: Partial<NonNullable<Pricing['image']>> = {}
  const seconds: NonNullable<Pricing['video_second']> = {}
  for (const [index, name] of names.entries()) {
    const text = texts[index]?.trim() ?? ''
    const rate = text === '' ? undefined : (rates[name].per === 'million' ? fromPerMillion : fromPiece)(text)
    if (rate === null) return { wrong: name }
    if (name === 'image.low' || name === 'image.medium' || name === 'image.high') {
      if (rate !== undefined)
        image[name === 'image.low' ? 'low' : name === 'image.medium' ? 'medium' : 'high'] = rate
    } else if (isSecond(name)) {
      if (rate !== undefined) seconds[secondRates[name]] = rate
    } else if (rate === undefined) delete pricing[name]
    else pricing[name] = rate
  }
  if (names.some(isSecond)) return { pricing: withSeconds(pricing, seconds) }
  return names.includes('image.low') ? withImage(pricing, image) : { pricing }
}

/** The server checks which resolutions a model needs. */
function withSeconds(pricing: Pricing, seconds: NonNullable<Pricing['video_second']>): Pricing {
  const { video_second: _before, ...rest } = pricing
  return Object.keys(seconds).length === 0 ? rest : { ...rest, video_second: seconds }
}

/** Images have a price for each quality, or none. */
function withImage(pricing: Pricing, image: Partial<NonNullable<Pricing['image']>>): ReadPrice {
  const { low, medium, high } = image
  const { image: _before, ...rest } = pricing
  if (low === undefined && medium === undefined && high === undefined) return { pricing: rest }
  if (low === undefined) return { wrong: 'image.low' }
  if (medium === undefined) return { wrong: 'image.medium' }
  if (high === undefined) return { wrong: 'image.high' }
  return { pricing: { ...rest, image: { low, medium, high } } }
}

// Prices are stored per token and typed per million tokens, both as decimal strings, never as floats.
const decimal = /^(\d{1,9})(?:[.,](\d{1,15}))?$/
/** `1,000` may mean one thousand or one. */
const ambiguous = /^[1-9]\d{0,2},\d{3}$/

function readDecimal(typed: string): { whole: string; fraction: string } | null {
  const text = typed.trim()
  const [, whole, fraction = ''] = ambiguous.test(text) ? [] : (decimal.exec(text) ?? [])
  return whole === undefined ? null : { whole, fraction }
}

/** `"0.00000015"` → `"0.15"` */
export function toPerMillion(rate: string): string {
  const [whole = '0', fraction = ''] = rate.split('.')
  const digits = fraction.padEnd(6, '0')
  return trimZeros(whole + digits.slice(0, 6), digits.slice(6))
}

/** `"0.15"` → `"0.00000015"`; null for an invalid price or too many decimals. */
export function fromPerMillion(text: string): string | null {
  const typed = readDecimal(text)
  if (typed === null) return null
  const digits = typed.whole.padStart(7, '0')
  const rate = trimZeros(digits.slice(0, -6), digits.slice(-6) + typed.fraction)
  return (rate.split('.')[1] ?? '').length > 15 ? null : rate
}

/** A typed price per unit, normalized; null where it is invalid. */
export function fromPiece(text: string): string | null {
  const typed = readDecimal(text)
  return typed && trimZeros(typed.whole, typed.fraction)
}

function trimZeros(whole: string, fraction: string): string {
  const rest = fraction.replace(/0+$/, '')
  return `${BigInt(whole)}${rest === '' ? '' : `.${rest}`}`
}

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
          <legend className="mb-3 text-sm font-semibold text-foreground">Provider cost</legend>
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
    <p role="status" className="figures text-sm text-muted-foreground">
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
