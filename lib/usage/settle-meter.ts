import { settle } from '@/lib/billing/ledger'
import { returnShare } from '@/lib/billing/pooled-holds'
import { totalNanosOf } from '@/lib/billing/price-quantities'
import { clock } from '@/lib/platform/clock'
import { usageJournal } from './internal/journal'
import { quantitiesOf } from './internal/quantities-of'
import { toUsageRow } from './internal/to-usage-row'
import type { MeterReading } from './meter-reading'
import type { Meter } from './open-meter'

/** What a reading costs, in nano-USD. */
export function costOf(reading: MeterReading): bigint {
  return reading.status === 'failed' ? 0n : totalNanosOf(reading.price, quantitiesOf(reading))
}

/**
 * Ends a meter: settles its hold by what was used and books the usage row, in one statement. Called once per meter. An
 * answer that is kept for retries is settled when it is kept: a crash before that gives the hold back. Resolves when it
 * is in the database; nobody's answer needs to wait for that: of what is held and not kept, the settlement is logged before
 * the next answer is sent, so that no crash makes an answer a gift.
 */
export function settleMeter(meter: Meter, reading: MeterReading): Promise<unknown> {
  meter.isSettled = true
  return meter.isHeld && !meter.answerKept ? book(meter, reading, clock.now()) : bookOnceKnown(meter, reading)
}

async function bookOnceKnown(meter: Meter, reading: MeterReading): Promise<void> {
  // A hold that was refused, or never written, has nothing to settle and makes no row.
  if (!meter.isHeld && !(await wasHeld(meter))) return
  const endedAt = clock.now()
  const told = meter.answerKept && !(await meter.answerKept) ? undelivered(reading) : reading
  await book(meter, told, endedAt)
}

function book(meter: Meter, reading: MeterReading, endedAt: Date): Promise<unknown> {
  const { id, startedAt, caller, share } = meter
  const { customerId, apiKey } = caller
  const opened = {
    id,
    customerId,
    apiKeyId: apiKey?.id ?? null,
    apiKeyName: apiKey?.name ?? null,
    startedAt,
  }
  const row = toUsageRow(opened, reading, endedAt)
  const cost = costOf(reading)
  if (share) returnShare(share, cost)
  const item = {
    id,
    cost: cost.toString(),
    customer_id: customerId,
    api_key_id: opened.apiKeyId,
    hold_id: share?.holdId,
    row,
  }
  return settle(item, usageJournal)
}

/**
 * An answer that could not be kept is not given: its client tries again, or gets the one that was kept. Of a client that hung
 * up there is none to keep.
 */
function undelivered(reading: MeterReading): MeterReading {
  if (costOf(reading) === 0n || reading.finishReason === 'aborted') return reading
  return { ...reading, status: 'failed', finishReason: null, errorCode: 'internal_error' }
}

function wasHeld({ held }: Meter): Promise<boolean> {
  return held.then(
    () => true,
    () => false,
  )
}
