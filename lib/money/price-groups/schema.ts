import { z } from 'zod'
import { Pricing } from '@/lib/money/prices/schema'
import { givenName, Printable, visible } from '@/lib/platform/fields'

/**
 * A price group gives its customers other prices than the catalog's. A customer is in at most one group. For each route the most
 * specific rule in force applies: by model and provider, by model, by provider, for everything. A discount by monthly volume
 * multiplies what results.
 */

/** Multiplies every rate; at most six decimals. */
export const Factor = z
  .number()
  .min(0)
  .max(100)
  .refine((factor) => Number(factor.toFixed(6)) === factor, 'must have at most six decimals')

const Moment = z.iso.datetime({ offset: true }).nullable().default(null)

export const PriceRule = z
  .strictObject({
    /** Null: all. */
    model: Printable.min(1).max(200).nullable().default(null),
    provider: Printable.min(1).max(100).nullable().default(null),
    factor: Factor.nullable().default(null),
    /** Own rates instead of a factor. They apply to routes whose price has the same kinds of rates. */
    pricing: z.strictObject(Pricing.shape).nullable().default(null),
    /** In force from then; null: always. */
    from: Moment,
    /** In force before then; null: without end. */
    until: Moment,
    /** Read-only: the name of the own rates in bills. */
    rates_id: z.string().nullish(),
  })
  .superRefine(({ model, factor, pricing, from, until }, { addIssue }) => {
    const refuse = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message })
    if ((factor === null) === (pricing === null)) refuse('factor', 'must be given, or pricing instead')
    if (pricing !== null && model === null) refuse('model', 'must be given with own rates')
    if (from !== null && until !== null && Date.parse(from) >= Date.parse(until))
      refuse('until', 'must be after from')
  })
export type PriceRule = z.infer<typeof PriceRule>

/** From so much spent in the calendar month (UTC) on, prices are multiplied by the factor. */
const VolumeStep = z.strictObject({
  spent_usd: z.string().regex(/^\d{1,9}(?:\.\d{1,9})?$/, 'must be a decimal string in USD, such as "1000"'),
  factor: Factor.max(1),
})

export const PriceGroupRequest = z.strictObject({
  name: givenName(80).check(visible),
  rules: z.array(PriceRule).max(200).default([]),
  volume: z
    .array(VolumeStep)
    .max(10)
    .default([])
    .superRefine((steps, { addIssue }) => {
      const [before, after] = [steps.slice(0, -1), steps.slice(1)]
      const wrong = after.findIndex(
        ({ spent_usd, factor }, index) =>
          Number(spent_usd) <= Number(before[index]?.spent_usd) || factor >= (before[index]?.factor ?? 1),
      )
      if (wrong >= 0)
        addIssue({
          code: 'custom',
          path: [wrong + 1],
          message: 'must have a higher amount and a lower factor than the step before',
        })
    }),
})
export type PriceGroupRequest = z.infer<typeof PriceGroupRequest>

export const PriceGroup = z.object({
  id: z.string(),
  ...PriceGroupRequest.shape,
  created_at: z.iso.datetime(),
  member_count: z.int(),
  /** At most 50. */
  members: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type PriceGroup = z.infer<typeof PriceGroup>

/** The discount by volume as its customer sees it; `spentUsd`: of this month, as far as it is settled. */
export type OwnPrices = { volume: readonly { fromUsd: string; factor: number }[]; spentUsd: string }
