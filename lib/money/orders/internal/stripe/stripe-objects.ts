import { z } from 'zod'

/**
 * The parts of Stripe's objects that we read, whether from an answer or an event. References may be ids or
 * whole objects, as Stripe expands them.
 */
const Reference = z
  .union([z.string(), z.object({ id: z.string() })])
  .nullish()
  .transform((value) => (typeof value === 'object' ? (value?.id ?? null) : (value ?? null)))

const Metadata = z.record(z.string(), z.string()).nullish()

export const StripeCharge = z.object({
  id: z.string(),
  payment_intent: Reference,
  amount_refunded: z.number().int().nullish(),
  disputed: z.boolean().nullish(),
  metadata: Metadata,
  receipt_url: z.string().nullish(),
})
export type StripeCharge = z.infer<typeof StripeCharge>

export const StripePaymentIntent = z.object({
  id: z.string(),
  status: z.string().nullish(),
  amount: z.number().int().nullish(),
  currency: z.string().nullish(),
  last_payment_error: z.object({ code: z.string().nullish() }).nullish(),
  metadata: Metadata,
  latest_charge: z.union([z.string(), StripeCharge]).nullish(),
})
export type StripePaymentIntent = z.infer<typeof StripePaymentIntent>

const Person = z.object({ name: z.string().nullish(), email: z.string().nullish() }).nullish()

/** Only the id is required: what is missing counts as not paid, and not as ordered. */
export const StripeSession = z.object({
  id: z.string(),
  url: z.string().nullish(),
  status: z.string().nullish(),
  payment_status: z.string().nullish(),
  mode: z.string().nullish(),
  client_reference_id: z.string().nullish(),
  metadata: Metadata,
  currency: z.string().nullish(),
  amount_subtotal: z.number().int().nullish(),
  amount_total: z.number().int().nullish(),
  total_details: z.object({ amount_tax: z.number().int().default(0) }).nullish(),
  payment_intent: z.union([z.string(), StripePaymentIntent]).nullish(),
  customer: Reference,
  customer_details: Person,
  setup_intent: Reference,
})
export type StripeSession = z.infer<typeof StripeSession>

export const StripeRefund = z.object({
  id: z.string(),
  payment_intent: Reference,
  amount: z.number().int().nullish(),
  status: z.string().nullish(),
  metadata: Metadata,
})

export const StripeDispute = z.object({
  id: z.string(),
  payment_intent: Reference,
  amount: z.number().int(),
  status: z.string(),
  metadata: Metadata,
})
export type StripeDispute = z.infer<typeof StripeDispute>

export const StripeEvent = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  data: z.object({ object: z.unknown() }),
})
export type StripeEvent = z.infer<typeof StripeEvent>

export const StripeCard = z.object({
  id: z.string(),
  card: z.object({
    brand: z.string(),
    last4: z.string(),
    exp_month: z.number().int(),
    exp_year: z.number().int(),
  }),
})

export const StripeSetupIntent = z.object({
  status: z.string(),
  customer: Reference,
  payment_method: z.union([StripeCard, z.string()]).nullish(),
})

export const StripeCustomer = z.object({
  invoice_settings: z.object({ default_payment_method: Reference }).nullish(),
})
