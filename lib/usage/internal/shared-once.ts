import type { SharedHalf } from './journal'

/** As many as a busy process has of customers, keys and models at the same time, and few enough to look through. */
const KEPT = 16

const kept: SharedHalf[] = []
let next = 0

/** The same object for what says the same as one of the last ones: its text is written once. */
export function sharedOnce(half: SharedHalf): SharedHalf {
  for (const one of kept) if (isSame(one, half)) return one
  kept[next] = half
  next = (next + 1) % KEPT
  return half
}

/** All fields there are, what differs most often first; by name each, which is told far faster than by a list of names. */
function isSame(one: SharedHalf, other: SharedHalf): boolean {
  return (
    one.api_key_id === other.api_key_id &&
    one.model_id === other.model_id &&
    one.finish_reason === other.finish_reason &&
    one.customer_id === other.customer_id &&
    one.api_key_name === other.api_key_name &&
    one.model_name === other.model_name &&
    one.provider_id === other.provider_id &&
    one.modality === other.modality &&
    one.status === other.status &&
    one.cache_write_tokens === other.cache_write_tokens &&
    one.cache_write_hour_tokens === other.cache_write_hour_tokens &&
    one.images === other.images &&
    one.image_quality === other.image_quality &&
    one.video_millis === other.video_millis &&
    one.video_rate === other.video_rate &&
    one.web_searches === other.web_searches &&
    one.audio_tokens === other.audio_tokens &&
    one.service_tier === other.service_tier &&
    one.price_id === other.price_id &&
    one.usage_source === other.usage_source &&
    one.error_code === other.error_code &&
    one.task_id === other.task_id &&
    one.attempts === other.attempts
  )
}
