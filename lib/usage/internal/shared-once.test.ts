import { expect, it } from 'vitest'
import type { SharedHalf } from './journal'
import { sharedOnce } from './shared-once'

const half = {
  customer_id: 'cus_1',
  api_key_id: 'key_1',
  api_key_name: 'Mine',
  model_id: 'sandbox/chat',
  model_name: 'Sandbox Chat',
  provider_id: 'sandbox',
  modality: 'chat',
  status: 'success',
  cache_write_tokens: undefined,
  cache_write_hour_tokens: undefined,
  images: undefined,
  image_quality: undefined,
  video_millis: undefined,
  video_rate: undefined,
  web_searches: undefined,
  audio_tokens: undefined,
  service_tier: undefined,
  price_id: 'price_1',
  usage_source: 'upstream',
  finish_reason: 'stop',
  error_code: undefined,
  task_id: undefined,
  attempts: undefined,
} satisfies Required<SharedHalf>

const other = {
  customer_id: 'cus_2',
  api_key_id: null,
  api_key_name: 'Renamed',
  model_id: 'sandbox/reasoner',
  model_name: 'Renamed',
  provider_id: 'openai',
  modality: 'image',
  status: 'failed',
  cache_write_tokens: 1,
  cache_write_hour_tokens: 1,
  images: 1,
  image_quality: 'low',
  video_millis: 1,
  video_rate: '720p',
  web_searches: 1,
  audio_tokens: 1,
  service_tier: 'flex',
  price_id: 'price_2',
  usage_source: 'estimated',
  finish_reason: 'length',
  error_code: 'upstream_error',
  task_id: 'img_1',
  attempts: [],
} satisfies Required<SharedHalf>

it('is the same object for the same values', () => {
  expect(sharedOnce({ ...half })).toBe(sharedOnce({ ...half }))
})

it.each(Object.entries(other))('is another one where %s differs', (name, value) => {
  const first = sharedOnce({ ...half })
  const changed = { ...half, [name]: value }
  expect(sharedOnce(changed)).toEqual(changed)
  expect(sharedOnce(changed)).not.toBe(first)
})

it('keeps few', () => {
  const first = sharedOnce({ ...half })
  for (let count = 0; count < 100; count++) sharedOnce({ ...half, customer_id: `cus_many_${count}` })
  expect(sharedOnce({ ...half })).not.toBe(first)
})
