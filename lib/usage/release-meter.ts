import { settle } from '@/lib/billing/ledger'
import { returnShare } from '@/lib/billing/pooled-holds'
import type { Meter } from './open-meter'

/**
 * Gives back what a meter holds that nobody settled, because the request ended in a way that nobody foresaw: no charge and
 * no row, but no money kept either. A meter that was settled is left alone.
 */
export async function releaseMeter(meter: Meter): Promise<void> {
  if (meter.isSettled) return
  meter.isSettled = true
  if (meter.share) return returnShare(meter.share, 0n)
  const wasHeld = await meter.held.then(
    () => true,
    () => false,
  )
  if (wasHeld) await settle({ id: meter.id, cost: '0' }, null)
}
