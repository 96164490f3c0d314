import { z } from 'zod'
import { askStripe } from './ask-stripe'
import { parseReply } from './parse-reply'
import { StripeEvent } from './stripe-objects'

/** What our webhook is to be told of (README.md has the same list); Stripe takes at most twenty. */
export const eventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
]

const PAGE = 100

const ListedEvent = StripeEvent.extend({ created: z.number().int() })
export type ListedEvent = z.infer<typeof ListedEvent>

/**
 * The events of our types that Stripe noted at or after a moment, the newest first, a page at a time. Stripe keeps them for
 * thirty days. Throws as `askStripe` does.
 */
export async function* listEvents(since: Date): AsyncGenerator<ListedEvent[]> {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  let last: string | undefined
  for (;;) {
    const starting_after = last
    const page = await askStripe((stripe) =>
      stripe.events.list({
        types: eventTypes,
        created,
        limit: PAGE,
        ...(starting_after !== undefined && { starting_after }),
      }),
    )
    const events = parseReply(z.array(ListedEvent), page.data)
    yield events
    last = events.at(-1)?.id
    if (!page.has_more || last === undefined) return
  }
}
