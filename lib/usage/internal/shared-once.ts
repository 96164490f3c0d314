import type { SharedHalf } from './journal'

/** As many as a busy process has of customers, keys and models at the same time, and few enough to look through. */
const KEPT = 16

/** All there are; what differs most often first. */
const FIELDS = {
  api_key_id: true,
  model_id: true,
  finish_reason: true,
  customer_id: true,
  api_key_name: true,
  model_name: true,
  provider_id: true,
  modality: true,
  status: true,
  cache_write_tokens: true,
  cache_write_hour_tokens: true,
  images: true,
  image_quality: true,
  video_millis: true,
  video_rate: true,
  web_searches: true,
  price_id: true,
  usage_source: true,
  error_code: true,
  task_id: true,
  attempts: true,
} satisfies Record<keyof SharedHalf, true>
const names = Object.keys(FIELDS) as (keyof SharedHalf)[]

const kept: SharedHalf[] = []
let next = 0

/** The same object for what says the same as one of the last ones: its text is written once. */
export function sharedOnce(half: SharedHalf): SharedHalf {
  for (const one of kept) if (isSame(one, half)) return one
  kept[next] = half
  next = (next + 1) % KEPT
  return half
}

function isSame(one: SharedHalf, other: SharedHalf): boolean {
  for (const name of names) if (one[name] !== other[name]) return false
  return true
}
