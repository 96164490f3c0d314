import type { UsageSums } from './rollup-repository'

const nothing: UsageSums = {
  requests: 0n,
  failed: 0n,
  prompt_tokens: 0n,
  cached_tokens: 0n,
  completion_tokens: 0n,
  images: 0n,
  video_millis: 0n,
  cost_nanos: 0n,
  latency_millis: 0n,
}

export function addSums(all: readonly UsageSums[]): UsageSums {
  return all.reduce(
    (sum, one) => ({
      requests: sum.requests + one.requests,
      failed: sum.failed + one.failed,
      prompt_tokens: sum.prompt_tokens + one.prompt_tokens,
      cached_tokens: sum.cached_tokens + one.cached_tokens,
      completion_tokens: sum.completion_tokens + one.completion_tokens,
      images: sum.images + one.images,
      video_millis: sum.video_millis + one.video_millis,
      cost_nanos: sum.cost_nanos + one.cost_nanos,
      latency_millis: sum.latency_millis + one.latency_millis,
    }),
    nothing,
  )
}
