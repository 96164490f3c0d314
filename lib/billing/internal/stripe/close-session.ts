import Stripe from 'stripe'
import { askStripe } from './ask-stripe'
import { stripeClient } from './stripe-client'

/** Ends a payment page, so that nobody pays on it any more. False when it had ended already, by a payment or otherwise. */
export async function closeSession(sessionId: string): Promise<boolean> {
  return askStripe(async () => {
    try {
      await stripeClient().checkout.sessions.expire(sessionId)
      return true
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return false
      throw error
    }
  })
}
