import { z } from 'zod'
import { variantRates } from '@/components/catalog/models/price'
import type { Pricing } from '@/lib/catalog/models/schema'
import { notAnAmount, readRates, textsOf } from './rate-texts'

/** Token rates of some requests, as form text: of longer prompts, of a service tier, or at some hours. */
export const variantKinds = ['tiers', 'service_tier', 'hours'] as const
export type VariantKind = (typeof variantKinds)[number]

const VariantText = z.object({
  kind: z.enum(variantKinds),
  /** The prompt tokens above which it applies, or the service tier. */
  name: z.string(),
  from: z.string(),
  to: z.string(),
  timezone: z.string(),
  weekdays: z.array(z.string()),
  /** One for each of `variantRates`. */
  rates: z.array(z.string()),
})
type VariantText = z.infer<typeof VariantText>
export const VariantTexts = z.object({ rates: z.array(VariantText), costs: z.array(VariantText) })

export function emptyVariant(kind: VariantKind): VariantText {
  const rates = variantRates.map(() => '')
  return { kind, name: '', from: '', to: '', timezone: '', weekdays: [], rates }
}

export function variantTextsOf(pricing: Pricing | null | undefined): VariantText[] {
  const { tiers = [], service_tier = {}, hours = [] } = pricing ?? {}
  const textOf = (kind: VariantKind, rates: Pricing, more: Partial<VariantText>) => ({
    ...emptyVariant(kind),
    rates: textsOf(rates, variantRates),
    ...more,
  })
  return [
    ...tiers.map((tier) => textOf('tiers', tier, { name: `${tier.above_prompt_tokens}` })),
    ...Object.entries(service_tier).map(([name, own]) => textOf('service_tier', own, { name })),
    ...hours.map(({ from, to, timezone = '', weekdays = [], ...own }) =>
      textOf('hours', own, { from, to, timezone, weekdays: weekdays.map(String) }),
    ),
  ]
}

type Variants = Pick<Pricing, 'tiers' | 'service_tier' | 'hours'>
type Read = { [Name in keyof Variants]-?: NonNullable<Variants[Name]> }
type Refuse = (path: readonly (string | number)[], message: string) => void

/** The variants that the texts stand for; what `base` has within one of the same name is kept. The server checks the rest. */
export function readVariants(
  texts: readonly VariantText[],
  base: Pricing | undefined,
  refuse: Refuse,
): Variants {
  const read: Read = { tiers: [], service_tier: {}, hours: [] }
  for (const [index, { kind, name, from, to, timezone, weekdays, rates: typed }] of texts.entries()) {
    const found = readRates(typed, variantRates, null)
    const wrong = 'wrong' in found ? notAnAmount(found.wrong) : undefined
    if (wrong) refuse([index, 'rates', variantRates.findIndex((rate) => rate === wrong.name)], wrong.message)
    if (!('pricing' in found)) continue
    const { prompt, completion, ...others } = found.pricing
    if (prompt === undefined) refuse([index, 'rates', 0], 'Input is required.')
    if (completion === undefined) refuse([index, 'rates', 1], 'Output is required.')
    if (prompt === undefined || completion === undefined) continue
    const own = { prompt, completion, ...others }
    const above = Number(name)
    if (kind === 'hours') {
      const same = base?.hours?.find((one) => one.from === from && one.to === to)
      if (from === '' || to === '') refuse([index, from === '' ? 'from' : 'to'], 'Enter a time.')
      read.hours.push({
        ...innerOf(same),
        ...own,
        ...{ from, to },
        ...(timezone.trim() !== '' && { timezone: timezone.trim() }),
        ...(weekdays.length > 0 && { weekdays: weekdays.map(Number).sort() }),
      })
    } else if (kind === 'service_tier') {
      if (name.trim() === '') refuse([index, 'name'], 'Enter a service tier, such as flex.')
      read.service_tier[name.trim()] = { ...innerOf(base?.service_tier?.[name.trim()]), ...own }
    } else if (Number.isInteger(above) && above > 0) read.tiers.push({ ...own, above_prompt_tokens: above })
    else refuse([index, 'name'], 'Enter a number of tokens, such as 200000.')
  }
  read.tiers.sort((a, b) => a.above_prompt_tokens - b.above_prompt_tokens)
  return read
}

function innerOf(
  same: Pick<Pricing, 'tiers' | 'graduated'> | undefined,
): Pick<Pricing, 'tiers' | 'graduated'> {
  return {
    ...(same?.tiers && { tiers: same.tiers }),
    ...(same?.graduated !== undefined && { graduated: same.graduated }),
  }
}

export function withVariants(
  pricing: Pricing,
  { tiers = [], service_tier = {}, hours = [] }: Variants,
): Pricing {
  const { tiers: _tiers, service_tier: _service, hours: _hours, ...rest } = pricing
  return {
    ...rest,
    ...(tiers.length > 0 && { tiers }),
    ...(Object.keys(service_tier).length > 0 && { service_tier }),
    ...(hours.length > 0 && { hours }),
  }
}
