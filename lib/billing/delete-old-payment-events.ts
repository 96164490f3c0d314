import { clock } from '@/lib/platform/clock'
import { deleteEventsBefore } from './internal/stripe/repository'

/** Stripe repeats an event for three days, and by hand for thirty. */
const KEPT_MILLIS = 60 * 24 * 60 * 60 * 1000

/** Forgets events that cannot come again. Should one do all the same, it is dealt with anew and changes nothing. */
export function deleteOldPaymentEvents(): Promise<number> {
  return deleteEventsBefore(new Date(clock.now().getTime() - KEPT_MILLIS))
}
