import Stripe from 'stripe'
import { AppError } from '@/lib/platform/errors'

/**
 * Runs a call to Stripe. A failure becomes ours: 429 `rate_limit_exceeded`, 502 `upstream_error`, 503
 * `upstream_unavailable`, 504 `upstream_timeout`, with Stripe's own error as its cause.
 */
export async function askStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw toAppError(error)
  }
}

/** The same, for things that Stripe may not have: undefined then. */
export async function askStripeFor<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw toAppError(error)
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.statusCode === 404
}

function toAppError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  if (error instanceof Stripe.errors.StripeConnectionError)
    return isTimeout(error)
      ? new AppError('upstream_timeout', { message: 'The payment provider took too long.', cause: error })
      : new AppError('upstream_unavailable', {
          message: 'The payment provider cannot be reached.',
          cause: error,
        })
  if (error instanceof Stripe.errors.StripeRateLimitError)
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
