import { z } from 'zod'
import { Bill, UsdString } from '@/lib/billing/schema'

/**
 * Usage: what was asked of upstreams and what it cost. One row for every request that reached an upstream, written in
 * the same statement that settles its hold, so that rows and money cannot disagree. Requests that we refuse make no row.
 *
 * `success` was delivered (whole, or as far as the client listened), `failed` was not and cost nothing,
 * `refunded` was delivered and not charged.
 */
export const UsageStatus = z.enum(['success', 'failed', 'refunded'])

export const RecentItem = z.object({
  id: z.string(),
  created_at: z.iso.datetime(),
  model_id: z.string(),
  model_name: z.string(),
  api_key_name: z.string().nullable(),
  modality: z.string(),
  provider: z.string(),
  status: UsageStatus,
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  total_tokens: z.number().int(),
  cost: UsdString,
  cost_str: z.string(),
  finish_reason: z.string().nullable(),
  error_code: z.string().nullable(),
  latency_ms: z.number().int(),
  /** Time to the first token of a stream. */
  ttft_ms: z.number().int().nullable(),
  task_id: z.string().nullable(),
  usage_source: z.enum(['upstream', 'estimated', 'none']),
  /** Routes that failed before the one that answered. */
  attempts: z.array(z.object({ provider: z.string(), code: z.string() })),
  bill: Bill,
})
export type RecentItem = z.infer<typeof RecentItem>

export const RecentQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().default(''),
})

export const RecentReply = z.object({
  items: z.array(RecentItem),
  next_cursor: z.string(),
  has_more: z.boolean(),
})
export type RecentReply = z.infer<typeof RecentReply>

export const RecentParams = z.object({ id: z.string() })
