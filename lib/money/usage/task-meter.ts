import { z } from 'zod'
import { holdForTask, type Journal, resizeHold, settle } from '@/lib/money/ledger/ledger'
import { scalePrice } from '@/lib/money/prices/price'
import { readPrices, type VersionedPrice } from '@/lib/money/prices/read-prices'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { isDatabaseAway } from '@/lib/platform/database-connection'
import { newId } from '@/lib/platform/ids'
import { currentScope, traced } from '@/lib/platform/tracing'
import { usageJournal } from './booking'
import { capHold, costOf, holdRefusal, holdUnknown, toHoldItem } from './meter'
import { findRecord } from './repository'
import { endAnswerSpan, type MeterReading, recordMetrics, toUsageRow } from './usage-row'

/**
 * The meter of work that outlives its request. Plain data: the task's row keeps it as JSON, and whichever process ends the
 * task settles it. Its life: open, with the task's row → settle, or release.
 */
export const StoredMeter = z.object({
  /** `req_…`: of the hold and of the usage row. */
  id: z.string(),
  customerId: z.string(),
  apiKeyId: z.string().nullable(),
  apiKeyName: z.string().nullable(),
  startedAt: z.coerce.date(),
  /** What is held: the most that the task can cost. */
  amountNanos: z.coerce.bigint(),
  /** Of the key, where it has one. */
  limitNanos: z.coerce.bigint().optional(),
})
export type TaskMeter = z.infer<typeof StoredMeter>

/**
 * Holds `amountNanos` for a task and makes its row, both in one statement, which tasks that are made at the same time
 * share. `journal` inserts the row, with the meter in its column `meter`, where the row's hold is in `held`. Throws
 * `insufficient_quota` or `key_limit_exceeded` (402) and makes nothing; `service_unavailable` (503) when the database did not
 * answer: then both are there, or neither; what the journal's statement throws.
 */
export async function openTaskMeter(
  caller: Caller,
  amountNanos: bigint,
  { journal, row }: { journal: Journal; row: object },
): Promise<TaskMeter> {
  const meter = newTaskMeter(caller, amountNanos)
  const item = toHoldItem(caller, meter.id, meter.amountNanos, meter.startedAt)
  const stored = {
    ...meter,
    amountNanos: meter.amountNanos.toString(),
    limitNanos: meter.limitNanos?.toString(),
  }
  const held = await traced('hold', {}, () =>
    holdForTask({ ...item, row: { ...row, meter: stored } }, journal),
  ).catch((error: unknown) => {
    throw isDatabaseAway(error) ? holdUnknown(error) : error
  })
  if (held.outcome !== 'held')
    throw holdRefusal(meter.amountNanos, { ...held, outcome: held.outcome }, item.until)
  return meter
}

/** A meter that holds nothing yet. */
function newTaskMeter(caller: Caller, amountNanos: bigint): TaskMeter {
  return {
    id: newId('req'),
    customerId: caller.customerId,
    apiKeyId: caller.apiKey?.id ?? null,
    apiKeyName: caller.apiKey?.name ?? null,
    startedAt: clock.now(),
    amountNanos: capHold(amountNanos),
    limitNanos: caller.apiKey?.limitNanos ?? undefined,
  }
}

/** How a task ended. A failed one costs nothing, whatever it used. */
export type TaskReading = Omit<MeterReading, OmittedFields> &
  Partial<Pick<MeterReading, 'attempts'>> & { modality: 'image' | 'video'; taskId: string; endedAt: Date }

/** What a task's meter does not read. */
type OmittedFields = 'price' | 'costPrice' | 'finishReason' | 'firstByteAt' | 'attempts'

/**
 * Ends a task's meter: settles its hold by what was used and books the usage row, in one statement. Only the first call
 * for a meter counts, so a job may run twice. Resolves when it is in the database, with what was charged, nano-USD.
 */
export async function settleTaskMeter(
  meter: TaskMeter,
  reading: TaskReading,
): Promise<{ costNanos: bigint }> {
  const versioned = (await readPrices([reading.priceId])).get(reading.priceId)
  const full = pricedReading(reading, versioned)
  const scope = currentScope()
  endAnswerSpan(scope, full)
  const row = toUsageRow({ ...meter, scope }, full, reading.endedAt)
  // Without whom to charge should the hold be lost: a kept hold ends only by being settled or released.
  const item = { id: meter.id, cost: `${await chargeable(meter, costOf(full))}`, row }
  const settled = await traced('settle', {}, () => settle(item, usageJournal))
  if (settled.outcome !== 'gone') {
    const { startedAt } = meter
    recordMetrics(full, { startedAt, endedAt: reading.endedAt, costNanos: settled.charged })
    return { costNanos: settled.charged }
  }
  const earlier = await findRecord(meter.customerId, meter.id)
  return { costNanos: earlier?.cost_nanos ?? 0n }
}

/** A task's reading with the price that it names. Throws where there is no such price. */
function pricedReading(reading: TaskReading, versioned: VersionedPrice | undefined): MeterReading {
  if (versioned === undefined) throw new Error(`there is no price ${reading.priceId}`)
  const { endedAt: _endedAt, attempts = [], ...used } = reading
  const { ownKeyFactor: factor } = used
  return {
    ...used,
    attempts,
    costPrice: versioned.costPrice,
    price: factor === undefined ? versioned.price : scalePrice(versioned.price, factor),
    finishReason: null,
    firstByteAt: null,
  }
}

/** What a task that ended like this is charged, nano-USD, before it is settled. */
export async function chargeOfTask(meter: TaskMeter, reading: TaskReading): Promise<bigint> {
  const versioned = (await readPrices([reading.priceId])).get(reading.priceId)
  return chargeable(meter, costOf(pricedReading(reading, versioned)))
}

/** What exceeds the hold is charged as far as the balance and the key's limit reach. */
async function chargeable({ id, amountNanos, limitNanos }: TaskMeter, costNanos: bigint): Promise<bigint> {
  if (costNanos <= amountNanos) return costNanos
  const held = (await resizeHold(id, costNanos, limitNanos ?? null)) ?? amountNanos
  return held < costNanos ? held : costNanos
}

/** Gives the money back and makes no usage row: the task was never made, or was called off before any work. */
export async function releaseTaskMeter(meter: TaskMeter): Promise<void> {
  await settle({ id: meter.id, cost: '0' }, null)
}

/**
 * The stored meter of a task whose row cannot be read (`TaskMeter` as JSON, in its column `meter`): what names its hold stays,
 * the rest says nothing.
 */
export const bareMeterSql = `jsonb_build_object('id', coalesce(meter ->> 'id', ''), 'customerId', customer_id, 'apiKeyId', NULL,
          'apiKeyName', NULL, 'startedAt', created_at, 'amountNanos', '0')`
