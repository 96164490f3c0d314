import type { DisputeState } from '../orders/payment'
import type { DisputeSum } from '../orders/reading'

/** Stripe's words for a dispute in which money moved. Inquiries (`warning_…`) and prevented ones move none. */
const stateByStatus: Record<string, DisputeState> = {
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  won: 'won',
  lost: 'lost',
}

/** A payment is disputed while any of its disputes is open, lost when one was lost and none is open. */
export function sumDisputes(disputes: readonly { status: string; amount: number }[]): DisputeSum {
  const known = disputes.flatMap(({ status, amount }) => {
    const state = stateByStatus[status]
    return state ? [{ state, amount }] : []
  })
  const has = (state: DisputeState) => known.some((dispute) => dispute.state === state)
  const taken = known.filter(({ state }) => state !== 'won')
  return {
    state: has('open') ? 'open' : has('lost') ? 'lost' : has('won') ? 'won' : null,
    cents: taken.reduce((sum, { amount }) => sum + amount, 0),
  }
}
