import { env } from '@/lib/platform/env'

/**
 * How payments are taken here: by Stripe once its keys are set, never anything beside it; on the sandbox payment page
 * while there is a demo; else not at all.
 */
export function readPaymentsMode(): 'stripe' | 'sandbox' | 'none' {
  if (env().STRIPE_SECRET_KEY !== undefined) return 'stripe'
  return env().demo ? 'sandbox' : 'none'
}
