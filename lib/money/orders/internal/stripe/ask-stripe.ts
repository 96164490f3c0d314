import type Stripe from 'stripe'
import type { z } from 'zod'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'

/**
 * Runs a call to Stripe. A failure becomes ours: 429 `rate_limit_exceeded`, 502 `upstream_error`, 503
 * `upstream_unavailable`, 504 `upstream_timeout`, with Stripe's own error as its cause. Throws as `stripeClient` does, too.
 */
export async function askStripe<T>(call: (stripe: Stripe) => Promise<T>): Promise<T> {
  const stripe = await stripeClient()
  try {
    return await call(stripe)
  } catch (error) {
    throw toAppError(error, stripe)
  }
}

/** The same, for objects that Stripe may not have: undefined then. */
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
          message: 'The payment provider cannot be reached.',
          cause: error,
        })
  if (error instanceof errors.StripeRateLimitError)
    return new AppError('rate_limit_exceeded', {
      message: 'The payment provider is busy; try again shortly.',
      metadata: { limit_source: 'upstream' },
      cause: error,
    })
  return new AppError('upstream_error', { message: 'The payment provider failed.', cause: error })
}

function isTimeout({ detail }: Stripe.errors.StripeConnectionError): boolean {
  return detail instanceof Error && 'code' in detail && detail.code === 'ETIMEDOUT'
}

/** A user waits for the answer: one attempt and one retry. */
const TIMEOUT_MILLIS = 10_000
const RETRIES = 1

let made: { name: string; client: Stripe } | undefined

/** Stripe by its official SDK, which the first call loads. Throws `service_unavailable` where no key is configured. */
async function stripeClient(): Promise<Stripe> {
  const { STRIPE_SECRET_KEY, STRIPE_API_BASE } = env()
  if (STRIPE_SECRET_KEY === undefined)
    throw new AppError('service_unavailable', { message: 'Payments are not configured here.' })
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

/** Stripe's answer, validated; 502 `upstream_error` when it has another shape. */
export function parseReply<Schema extends z.ZodType>(schema: Schema, reply: unknown): z.output<Schema> {
  const parsed = schema.safeParse(reply)
  if (parsed.success) return parsed.data
  throw new AppError('upstream_error', {
    message: 'The payment provider sent an answer that makes no sense.',
    cause: parsed.error,
  })
}
