import { formatUsd, formatUsdForPeople } from '@/lib/platform/money'
import type { UsageTotals } from '../schema'
import type { UsageSums } from './rollup-repository'

/** Sums as they go over the wire. */
export function toTotals(sums: UsageSums): UsageTotals {
  const successful = sums.requests - sums.failed
  return {
    requests: Number(sums.requests),
    successful_requests: Number(successful),
    failed_requests: Number(sums.failed),
    prompt_tokens: Number(sums.prompt_tokens),
    cached_tokens: Number(sums.cached_tokens),
    completion_tokens: Number(sums.completion_tokens),
    total_tokens: Number(sums.prompt_tokens + sums.completion_tokens),
    images: Number(sums.images),
    video_seconds: Number(sums.video_millis) / 1000,
    cost: formatUsd(sums.cost_nanos),
    cost_str: formatUsdForPeople(sums.cost_nanos),
    average_latency_ms: successful > 0n ? Math.round(Number(sums.latency_millis) / Number(successful)) : null,
  }
}
