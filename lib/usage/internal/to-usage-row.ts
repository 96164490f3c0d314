import type { MeterReading } from '../meter-reading'
import type { UsageRow } from './journal'

type Opened = {
  id: string
  customerId: string
  apiKeyId: string | null
  apiKeyName: string | null
  startedAt: Date
}

/** The usage row of a meter that ended at `endedAt`. */
export function toUsageRow(opened: Opened, reading: MeterReading, endedAt: Date): UsageRow {
  const started = opened.startedAt.getTime()
  return {
    id: opened.id,
    created_at: opened.startedAt.toISOString(),
    customer_id: opened.customerId,
    api_key_id: opened.apiKeyId,
    api_key_name: opened.apiKeyName,
    model_id: reading.modelId,
    model_name: reading.modelName,
    provider_id: reading.providerId,
    modality: reading.modality,
    status: reading.status,
    prompt_tokens: whole(reading.promptTokens),
    cached_tokens: wholeOrNone(reading.cachedTokens),
    cache_write_tokens: wholeOrNone(reading.cacheWriteTokens),
    cache_write_hour_tokens: wholeOrNone(reading.cacheWriteHourTokens),
    completion_tokens: whole(reading.completionTokens),
    reasoning_tokens: wholeOrNone(reading.reasoningTokens),
    images: reading.images,
    image_quality: reading.imageQuality,
    video_millis: wholeOrNone(reading.videoMillis),
    video_rate: reading.videoRate,
    web_searches: wholeOrNone(reading.webSearches),
    audio_tokens: wholeOrNone(reading.audioTokens),
    service_tier: reading.serviceTier ?? undefined,
    price_id: reading.priceId,
    usage_source: reading.usageSource,
    finish_reason: reading.finishReason,
    error_code: reading.errorCode ?? undefined,
    latency_ms: whole(endedAt.getTime() - started),
    ttft_ms: reading.firstByteAt ? whole(reading.firstByteAt.getTime() - started) : undefined,
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
