import { settle } from '@/lib/billing/ledger'
import type { VideoRate } from '@/lib/billing/price'
import { readPrices } from '@/lib/billing/read-prices'
import { type ImageQuality, usageJournal } from './internal/journal'
import { pricedReading } from './internal/priced-reading'
import { toUsageRow } from './internal/to-usage-row'
import type { MeterReading } from './meter-reading'
import { findRecord } from './repository'
import { costOf } from './settle-meter'
import type { TaskMeter } from './task-meter'

/** How a task ended. A failed one costs nothing, whatever it used. */
export type TaskReading = Pick<
  MeterReading,
  'status' | 'modelId' | 'modelName' | 'providerId' | 'priceId' | 'usageSource' | 'errorCode'
> & {
  modality: 'image' | 'video'
  taskId: string
  endedAt: Date
  /** 0 where none are counted. */
  promptTokens: number
  /** Of a video: the tokens that its price counts. */
  completionTokens: number
  /** Pictures made. */
  images?: number
  /** What each picture is billed at; null where the model bills tokens. */
  imageQuality?: ImageQuality | null
  videoMillis?: number
  /** What each second of the video is billed at where it has a price by the second. */
  videoRate?: VideoRate | null
  /** Routes that failed before the one that served it. */
  attempts?: MeterReading['attempts']
}

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
  const row = toUsageRow(meter, full, reading.endedAt)
  // Without whom to charge should the hold be lost: a kept hold ends only by being settled or released.
  const settled = await settle({ id: meter.id, cost: costOf(full).toString(), row }, usageJournal)
  if (settled.outcome !== 'gone') return { costNanos: settled.charged }
  const earlier = await findRecord(meter.customerId, meter.id)
  return { costNanos: earlier?.cost_nanos ?? 0n }
}
