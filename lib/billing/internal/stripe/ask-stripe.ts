import type Stripe from 'stripe'
import { AppError } from '@/lib/platform/errors'
import { stripeClient } from './stripe-client'

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

/** The same, for things that Stripe may not have: undefined then. */
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
