import { env } from '@/lib/platform/env'
import { StripeStandIn } from './stripe/stripe-stand-in'

/** For tests: Stripe is configured, and it is the stand-in. */
export async function startStripe(): Promise<StripeStandIn> {
  const stripe = await StripeStandIn.start()
  Object.assign(env(), {
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.origin,
  })
  return stripe
}
