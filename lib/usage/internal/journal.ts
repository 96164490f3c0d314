import type { Journal } from '@/lib/billing/journal'
import type { VideoRate } from '@/lib/billing/price'
import type { UsageModality } from '../schema'
import { tallyTrafficSql } from './tally-traffic'
import { tallyUsageSql } from './tally-usage'

/** What an image is billed at where images have prices of their own. */
export type ImageQuality = 'low' | 'medium' | 'high'

/** One usage row, beside the settlement of its hold. What most requests have nothing of is left out. */
export type UsageRow = {
  /** Also the hold's id and the request's. */
  id: string
  created_at: string
  customer_id: string
  api_key_id: string | null
  api_key_name: string | null
  model_id: string
  model_name: string
  provider_id: string
  modality: UsageModality
  status: 'success' | 'failed'
  prompt_tokens: number
  cached_tokens?: number | undefined
  cache_write_tokens?: number | undefined
  cache_write_hour_tokens?: number | undefined
  completion_tokens: number
  reasoning_tokens?: number | undefined
  images?: number | undefined
  image_quality?: ImageQuality | null | undefined
  video_millis?: number | undefined
  video_rate?: VideoRate | null | undefined
  web_searches?: number | undefined
  audio_tokens?: number | undefined
  service_tier?: string | undefined
  price_id: string | null
  usage_source: 'upstream' | 'estimated' | 'none'
  finish_reason: string | null
  error_code?: string | null | undefined
  latency_ms: number
  ttft_ms?: number | null | undefined
  task_id?: string | undefined
  attempts?:
    | {
        provider: string
        model: string | null
        route: string | null
        code: string | null
        status: number | null
        latency_ms: number | null
      }[]
    | null
    | undefined
}

const bookSql = `
  INSERT INTO usage_records (id, created_at, customer_id, api_key_id, api_key_name, model_id, model_name, provider_id, modality,
    status, prompt_tokens, cached_tokens, cache_write_tokens, cache_write_hour_tokens, completion_tokens, reasoning_tokens,
    images, image_quality, video_millis, video_rate, web_searches, audio_tokens, service_tier, cost_nanos, price_id, usage_source, finish_reason, error_code, latency_ms, ttft_ms, task_id, attempts)
  SELECT r.id, r.created_at, r.customer_id, r.api_key_id, r.api_key_name, r.model_id, r.model_name, r.provider_id, r.modality,
    CASE WHEN s.outcome = 'gone' AND r.status = 'success' THEN 'refunded' ELSE r.status END,
    r.prompt_tokens, coalesce(r.cached_tokens, 0), coalesce(r.cache_write_tokens, 0), coalesce(r.cache_write_hour_tokens, 0), r.completion_tokens,
    coalesce(r.reasoning_tokens, 0), coalesce(r.images, 0), r.image_quality, coalesce(r.video_millis, 0), r.video_rate, coalesce(r.web_searches, 0), coalesce(r.audio_tokens, 0), r.service_tier, s.charged, r.price_id, r.usage_source,
    r.finish_reason, CASE WHEN s.outcome = 'gone' AND r.status = 'success' THEN 'hold_lost' ELSE r.error_code END,
    r.latency_ms, r.ttft_ms, r.task_id, r.attempts
  FROM json_populate_recordset(NULL::usage_records, $6::json) AS r JOIN settled s ON s.hold_id = r.id`

/**
 * Books the rows of the holds that a settlement ended. What was charged is what the ledger says. A hold that ended just now
 * has no row yet, which is most of them. Of the others (the query before the AND is asked once, and mostly says that there are
 * none) a row that is there already was booked by an earlier try of the same statement, whose answer was lost: it is not
 * returned, so that nothing counts it twice.
 */
const freshSql = `${bookSql} WHERE s.is_fresh RETURNING *`
const againSql = `${bookSql} WHERE (SELECT bool_or(NOT is_fresh) FROM settled) AND NOT s.is_fresh
  ON CONFLICT (customer_id, created_at, id) DO NOTHING
  RETURNING *`

export const usageJournal: Journal = {
  name: 'usage',
  writes: { fresh: freshSql, again: againSql, tallied: tallyUsageSql, traffic: tallyTrafficSql },
}
