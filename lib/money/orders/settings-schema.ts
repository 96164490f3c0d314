/** A customer's billing settings: the details on its documents, and automatic top-up with a saved card. */
import { z } from 'zod'
import { UsdAmount, UsdString } from '@/lib/money/ledger/schema'
import { leftOpen, openLine, sentBack } from '@/lib/platform/fields'
import { OrderFailure, PaymentMethod, PriceInCents } from './orders-schema'

/** ISO 3166-1 alpha-2. */
export const countries =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  )

/** The buyer's details on invoices and receipts, without empty ones. */
export const BillingDetails = z.strictObject({
  /** A company's or a person's name; empty: the account's. */
  name: openLine(100),
  line1: openLine(100),
  line2: openLine(100),
  postal_code: openLine(20),
  city: openLine(100),
  region: openLine(100),
  /** Two letters of ISO 3166-1, or empty. */
  country: z
    .string()
    .trim()
    .toUpperCase()
    .refine((code) => code === '' || countries.includes(code), 'must be two letters of ISO 3166-1')
    .default(''),
  tax_id: openLine(40),
})
export type BillingDetails = z.infer<typeof BillingDetails>

export const AutoTopUpReply = z.object({
  /** False where Stripe is not configured: automatic top-up needs it. */
  available: z.boolean(),
  enabled: z.boolean(),
  currency: z.literal('USD'),
  /** The card is charged when the balance falls below this. */
  threshold: UsdString,
  /** What is charged each time, platform fee included. */
  amount: UsdString,
  /** The maximum per calendar month (UTC). */
  monthly_limit: UsdString,
  charged_this_month: UsdString,
  /** The saved card; null: none yet. */
  card: PaymentMethod.pick({ brand: true, last4: true, exp_month: true, exp_year: true }).nullable(),
  /** Why a failed charge switched it off; null: none did. */
  failure: OrderFailure.extend({ order_id: z.string(), at: z.iso.datetime() }).nullable(),
})
export type AutoTopUpReply = z.infer<typeof AutoTopUpReply>

export const UpdateAutoTopUpRequest = sentBack(
  z.strictObject({
    enabled: leftOpen(z.boolean()).optional(),
    threshold: leftOpen(UsdAmount).optional(),
    amount: leftOpen(PriceInCents).optional(),
    monthly_limit: leftOpen(PriceInCents).optional(),
  }),
  AutoTopUpReply,
)
export type UpdateAutoTopUpRequest = z.output<typeof UpdateAutoTopUpRequest>

export const CardPageRequest = z.strictObject({})

/** Stripe's page for saving a card. */
export const CardPageReply = z.object({ session_id: z.string(), url: z.string() })
