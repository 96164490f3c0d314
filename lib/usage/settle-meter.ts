import { settle } from '@/lib/billing/ledger'
import type { Price } from '@/lib/billing/price'
import { totalNanosOf } from '@/lib/billing/price-quantities'
import { returnShare } from '@/lib/billing/standing-holds'
import { clock } from '@/lib/platform/clock'
import { type UsageRow, usageJournal } from './internal/journal'
import type { Meter } from './open-meter'

/** How a metered request ended. Failed ones cost nothing, whatever they used. */
export type MeterReading = {
  status: 'success' | 'failed'
  modality: UsageRow['modality']
  modelId: string
  modelName: string
  providerId: string
  priceId: string
  price: Price
  promptTokens: number
  cachedTokens: number
  completionTokens: number
  reasoningTokens: number
  usageSource: UsageRow['usage_source']
  finishReason: string | null
  errorCode: string | null
  firstByteAt: Date | null
  attempts: { provider: string; code: string }[]
}

/** What a reading costs, in nano-USD. */
export function costOf(reading: MeterReading): bigint {
  return reading.status === 'failed' ? 0n : totalNanosOf(reading.price, { ...reading, requests: 1 })
}

/**
 * Ends a meter: settles its hold by what was used and books the usage row, in one statement. Called once per meter.
 * Resolves when it is in the database; nobody's answer needs to wait for that.
 */
export async function settleMeter(meter: Meter, reading: MeterReading): Promise<void> {
  // A hold that was refused, or never written, has nothing to settle and makes no row.
  const wasHeld = await meter.held.then(
    () => true,
    () => false,
  )
  if (!wasHeld) return
  const row = toRow(meter, reading)
  const { id, customer_id, api_key_id } = row
  const cost = costOf(reading)
  if (meter.share) returnShare(meter.share, cost)
  const hold_id = meter.share?.holdId
  await settle({ id, cost: cost.toString(), customer_id, api_key_id, hold_id, row }, usageJournal)
}

function toRow(meter: Meter, reading: MeterReading): UsageRow {
  const { caller, startedAt } = meter
  return {
    id: meter.id,
    created_at: startedAt.toISOString(),
    customer_id: caller.customerId,
    api_key_id: caller.apiKey?.id ?? null,
    api_key_name: caller.apiKey?.name ?? null,
    model_id: reading.modelId,
    model_name: reading.modelName,
    provider_id: reading.providerId,
    modality: reading.modality,
    status: reading.status,
    prompt_tokens: whole(reading.promptTokens),
    cached_tokens: whole(reading.cachedTokens),
    completion_tokens: whole(reading.completionTokens),
    reasoning_tokens: whole(reading.reasoningTokens),
    price_id: reading.priceId,
    usage_source: reading.usageSource,
    finish_reason: reading.finishReason,
    error_code: reading.errorCode,
    latency_ms: whole(clock.now().getTime() - startedAt.getTime()),
    ttft_ms: reading.firstByteAt ? whole(reading.firstByteAt.getTime() - startedAt.getTime()) : null,
    attempts: reading.attempts.length > 0 ? reading.attempts : null,
  }
}

const MAX_INT = 2_147_483_647

function whole(value: number): number {
  return Math.min(Math.max(Math.round(value), 0), MAX_INT)
}
