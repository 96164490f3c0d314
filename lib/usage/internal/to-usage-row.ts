import type { MeterReading } from '../meter-reading'
import type { OwnHalf, SharedHalf } from './journal'
import { sharedOnce } from './shared-once'

type Opened = {
  id: string
  customerId: string
  apiKeyId: string | null
  apiKeyName: string | null
  startedAt: Date
}

/** The usage row of a meter that ended at `endedAt`. What most requests have nothing of is left out: names are read too. */
export function toUsageRow(
  opened: Opened,
  reading: MeterReading,
  endedAt: Date,
): { own: OwnHalf; shared: SharedHalf } {
  return { own: toOwnHalf(opened, reading, endedAt), shared: sharedOnce(toSharedHalf(opened, reading)) }
}

function toOwnHalf({ id, startedAt }: Opened, reading: MeterReading, endedAt: Date): OwnHalf {
  const started = startedAt.getTime()
  return {
    id,
    created_at: startedAt.toISOString(),
    prompt_tokens: whole(reading.promptTokens),
    cached_tokens: wholeOrNone(reading.cachedTokens),
    completion_tokens: whole(reading.completionTokens),
    reasoning_tokens: wholeOrNone(reading.reasoningTokens),
    latency_ms: whole(endedAt.getTime() - started),
    ttft_ms: reading.firstByteAt ? whole(reading.firstByteAt.getTime() - started) : undefined,
  }
}

function toSharedHalf({ customerId, apiKeyId, apiKeyName }: Opened, reading: MeterReading): SharedHalf {
  return {
    customer_id: customerId,
    api_key_id: apiKeyId,
    api_key_name: apiKeyName,
    model_id: reading.modelId,
    model_name: reading.modelName,
    provider_id: reading.providerId,
    modality: reading.modality,
    status: reading.status,
    cache_write_tokens: wholeOrNone(reading.cacheWriteTokens),
    cache_write_hour_tokens: wholeOrNone(reading.cacheWriteHourTokens),
    web_searches: wholeOrNone(reading.webSearches),
    audio_tokens: wholeOrNone(reading.audioTokens),
    service_tier: reading.serviceTier ?? undefined,
    images: reading.images,
    image_quality: reading.imageQuality,
    video_millis: reading.videoMillis === undefined ? undefined : whole(reading.videoMillis),
    video_rate: reading.videoRate,
    price_id: reading.priceId,
    usage_source: reading.usageSource,
    finish_reason: reading.finishReason,
    error_code: reading.errorCode ?? undefined,
    task_id: reading.taskId,
    attempts:
      reading.attempts.length > 0
        ? reading.attempts.map(({ latencyMs, ...one }) => ({ ...one, latency_ms: latencyMs }))
        : undefined,
  }
}

const MAX_INT = 2_147_483_647

function whole(value: number): number {
  return Math.min(Math.max(Math.round(value), 0), MAX_INT)
}

function wholeOrNone(value: number | undefined): number | undefined {
  return value ? whole(value) : undefined
}
