import type { StripeSession } from './stripe-objects'

/**
 * A payment page never goes back: what Stripe's signed event told of it counts where Stripe, asked, knows nothing of the
 * page or less. Otherwise the answer counts.
 */
export function furtherSession(
  asked: StripeSession | undefined,
  told: StripeSession | undefined,
): StripeSession | undefined {
  if (asked === undefined || told === undefined) return asked ?? told
  if (rankOf(told) <= rankOf(asked)) return asked
  const known = Object.entries(told).filter(([, value]) => value != null)
  return { ...asked, ...Object.fromEntries(known) }
}

function rankOf({ status, payment_status: payment }: StripeSession): number {
  if (payment === 'paid' || payment === 'no_payment_required') return 2
  return status === 'complete' || status === 'expired' ? 1 : 0
}
