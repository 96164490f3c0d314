import type Stripe from 'stripe'
import { z } from 'zod'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'

/**
 * Runs a call to Stripe. Throws 429 `rate_limit_exceeded`, 502 `upstream_error`, 503 `upstream_unavailable` or 504
 * `upstream_timeout` with Stripe's error as the cause, and 503 `service_unavailable` without a key.
 */
export async function askStripe<T>(call: (stripe: Stripe) => Promise<T>): Promise<T> {
  const stripe = await stripeClient()
  try {
    return await call(stripe)
  } catch (error) {
    throw toAppError(error, stripe)
  }
}

/** The same, but undefined where Stripe answers 404. */
export async function askStripeFor<T>(call: (stripe: Stripe) => Promise<T>): Promise<T | undefined> {
  const stripe = await stripeClient()
  try {
    return await call(stripe)
  } catch (error) {
    if (error instanceof stripe.errors.StripeError && error.statusCode === 404) return undefined
    throw toAppError(error, stripe)
  }
}

function toAppError(error: unknown, { errors }: Stripe): unknown {
  if (!(error instanceof errors.StripeError)) return error
  if (error instanceof errors.StripeConnectionError)
    return isTimeout(error)
      ? new AppError('upstream_timeout', { message: 'The payment provider took too long.', cause: error })
      : new AppError('upstream_unavailable', {
          message: 'The payment provider is unavailable.',
          cause: error,
        })
  if (error instanceof errors.StripeRateLimitError)
    return new AppError('rate_limit_exceeded', {
      message: 'The payment provider is busy. Try again shortly.',
      metadata: { limit_source: 'upstream' },
      cause: error,
    })
  return new AppError('upstream_error', { message: 'The payment provider returned an error.', cause: error })
}

function isTimeout({ detail }: Stripe.errors.StripeConnectionError): boolean {
  return detail instanceof Error && 'code' in detail && detail.code === 'ETIMEDOUT'
}

/** A user is waiting: one attempt and one retry. */
const TIMEOUT_MILLIS = 10_000
const RETRIES = 1

let made: { name: string; client: Stripe } | undefined

/** Stripe's SDK, loaded by the first call. Throws `service_unavailable` where no key is configured. */
async function stripeClient(): Promise<Stripe> {
  const { STRIPE_SECRET_KEY, STRIPE_API_BASE } = env()
  if (STRIPE_SECRET_KEY === undefined)
    throw new AppError('service_unavailable', { message: 'Payments are not configured.' })
  const { default: Stripe } = await import('stripe')
  const name = `${STRIPE_SECRET_KEY}\n${STRIPE_API_BASE}`
  if (made?.name !== name) made = { name, client: new Stripe(STRIPE_SECRET_KEY, settings(STRIPE_API_BASE)) }
  return made.client
}

function settings(apiBase: string | undefined) {
  const common = { timeout: TIMEOUT_MILLIS, maxNetworkRetries: RETRIES, telemetry: false }
  if (apiBase === undefined) return common
  const { protocol, hostname, port } = new URL(apiBase)
  const isPlain = protocol === 'http:'
  return {
    ...common,
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
  }
}

/** Parses Stripe's reply. Throws 502 `upstream_error` where it does not fit the schema. */
export function parseReply<Schema extends z.ZodType>(schema: Schema, reply: unknown): z.output<Schema> {
  const parsed = schema.safeParse(reply)
  if (parsed.success) return parsed.data
  throw new AppError('upstream_error', {
    message: 'The payment provider sent an unexpected answer.',
    cause: parsed.error,
  })
}

/** The fields that are read of Stripe's objects, in answers and events. A reference is an id or an expanded object. */
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

/** Only the id is required. Missing fields count as unpaid, and as a mismatch with the order. */
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
