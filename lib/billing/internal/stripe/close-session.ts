import { askStripe } from './ask-stripe'

/** Ends a payment page, so that nobody pays on it any more. False when it had ended already, by a payment or otherwise. */
export async function closeSession(sessionId: string): Promise<boolean> {
  return askStripe(async (stripe) => {
    try {
      await stripe.checkout.sessions.expire(sessionId)
      return true
    } catch (error) {
      if (error instanceof stripe.errors.StripeInvalidRequestError) return false
      throw error
    }
  })
}
