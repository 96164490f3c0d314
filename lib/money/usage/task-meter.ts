import { z } from 'zod'
import { StoredMarks, toStored } from '@/lib/money/budgets/schema'
import { holdForTask, type Journal, resizeHold, settle } from '@/lib/money/ledger/ledger'
import { scalePrice } from '@/lib/money/prices/price'
import { readPrices } from '@/lib/money/prices/read-prices'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { isDatabaseAway } from '@/lib/platform/database-connection'
import { newId } from '@/lib/platform/ids'
import { currentScope, traced } from '@/lib/platform/tracing'
import { journalOf } from './booking'
import { holdRefusal, holdUnknown } from './hold-refusal'
import { capHold, toHoldItem } from './meter'
import { findRecord } from './repository'
import { costOf, endAnswerSpan, type MeterReading, recordMetrics, toUsageRow } from './usage-row'

/**
 * The meter of work that outlives its request. It is stored as JSON in the task's row, so any process can end it: it opens with
 * the row, and is settled or released once.
 */
export const StoredMeter = z.object({
  /** `req_…`, also the id of the hold and the usage row. */
  id: z.string(),
  customerId: z.string(),
  apiKeyId: z.string().nullable(),
  apiKeyName: z.string().nullable(),
  memberId: z.string().optional(),
  projectId: z.string().optional(),
  startedAt: z.coerce.date(),
  /** The held amount: the task's worst case. */
  amountNanos: z.coerce.bigint(),
  /** The key's limit, if it has one. */
  limitNanos: z.coerce.bigint().optional(),
  marks: StoredMarks.optional(),
})
export type TaskMeter = z.infer<typeof StoredMeter>

/**
 * Holds `amountNanos` for a task and inserts its row in one statement, which concurrent tasks share. `journal` inserts the row,
 * with the meter in its column `meter`, where the CTE `held` has its hold. Throws `insufficient_quota` or `key_limit_exceeded`
 * (402) and inserts nothing; `service_unavailable` (503) when the database did not answer, and then either both exist or
 * neither; and what the journal's statement throws.
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
  if (held.outcome !== 'held') throw holdRefusal(meter.amountNanos, { ...held, outcome: held.outcome }, item)
  return meter
}

/** A meter whose hold is not written yet. */
function newTaskMeter(caller: Caller, amountNanos: bigint): TaskMeter {
  return {
    id: newId('req'),
    customerId: caller.customerId,
    apiKeyId: caller.apiKey?.id ?? null,
    apiKeyName: caller.apiKey?.name ?? null,
    memberId: caller.member?.id,
    projectId: caller.project?.id,
    startedAt: clock.now(),
    amountNanos: capHold(amountNanos),
    limitNanos: caller.apiKey?.limitNanos ?? undefined,
    marks: caller.marks && toStored(caller.marks),
  }
}

/** How a task ended. */
export type TaskReading = Omit<MeterReading, OmittedFields> &
  Partial<Pick<MeterReading, 'attempts'>> & { modality: 'image' | 'video'; taskId: string; endedAt: Date }

/** Set by the meter itself, or not known of a task. */
type OmittedFields = 'price' | 'costPrice' | 'finishReason' | 'firstByteAt' | 'attempts'

/**
 * Ends a task's meter: settles its hold and books the usage row in one statement. Only the first call per meter counts, so a
 * job may run twice. Resolves with the charge in nano-USD when the database has it.
 */
export async function settleTaskMeter(
  meter: TaskMeter,
  reading: TaskReading,
): Promise<{ costNanos: bigint }> {
  const full = await pricedReading(reading)
  const scope = currentScope()
  endAnswerSpan(scope, full)
  const cost = costOf(full, meter.startedAt)
  const row = toUsageRow({ ...meter, scope }, full, reading.endedAt, cost)
  // Names no customer to charge if the hold is lost: no crash releases a task's hold.
  const item = { id: meter.id, cost: `${await chargeable(meter, cost)}`, owner: meter.customerId, row }
  const settled = await traced('settle', {}, () => settle(item, journalOf(row)))
  if (settled.outcome !== 'gone') {
    const { startedAt } = meter
    recordMetrics(full, { startedAt, endedAt: reading.endedAt, costNanos: settled.charged })
    return { costNanos: settled.charged }
  }
  const earlier = await findRecord(meter.customerId, meter.id)
  return { costNanos: earlier?.cost_nanos ?? 0n }
}

/** The reading with its price. Throws where that price does not exist. */
async function pricedReading(reading: TaskReading): Promise<MeterReading> {
  const versioned = (await readPrices([reading.priceId])).get(reading.priceId)
  if (versioned === undefined) throw new Error(`there is no price ${reading.priceId}`)
  const { endedAt: _endedAt, attempts = [], ...used } = reading
  const factor = used.ownKeyFactor ?? used.priceFactor
  return {
    ...used,
    attempts,
    costPrice: versioned.costPrice,
    price: factor === undefined ? versioned.price : scalePrice(versioned.price, factor),
    finishReason: null,
    firstByteAt: null,
  }
}

/** What settling this reading will charge, in nano-USD. Grows the hold where it must. */
export async function chargeOfTask(meter: TaskMeter, reading: TaskReading): Promise<bigint> {
  return chargeable(meter, costOf(await pricedReading(reading), meter.startedAt))
}

/** Cost above the hold is charged as far as the balance and the key's limit allow. */
async function chargeable(meter: TaskMeter, costNanos: bigint): Promise<bigint> {
  const { id, customerId, amountNanos, limitNanos } = meter
  if (costNanos <= amountNanos) return costNanos
  const held =
    (await resizeHold({ id, customer_id: customerId }, costNanos, limitNanos ?? null)) ?? amountNanos
  return held < costNanos ? held : costNanos
}

/** Releases the hold without a usage row: the task was never created, or was cancelled before any work. */
export async function releaseTaskMeter(meter: TaskMeter): Promise<void> {
  await settle({ id: meter.id, cost: '0', owner: meter.customerId }, null)
}

/** SQL for the meter of a task whose row cannot be read: it keeps the hold's id and leaves the rest empty. */
export const bareMeterSql = `jsonb_build_object('id', coalesce(meter ->> 'id', ''), 'customerId', customer_id, 'apiKeyId', NULL,
          'apiKeyName', NULL, 'startedAt', created_at, 'amountNanos', '0')`
