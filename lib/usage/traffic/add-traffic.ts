import { type Histogram, noTraffic, type Traffic } from './traffic'

export function addTraffic(all: readonly Traffic[]): Traffic {
  return all.reduce(
    (sum, one) => ({
      requests: sum.requests + one.requests,
      successful: sum.successful + one.successful,
      failed: sum.failed + one.failed,
      rate_limited: sum.rate_limited + one.rate_limited,
      refused: sum.refused + one.refused,
      failed_tries: sum.failed_tries + one.failed_tries,
      rate_limited_tries: sum.rate_limited_tries + one.rate_limited_tries,
      total_tokens: sum.total_tokens + one.total_tokens,
      images: sum.images + one.images,
      video_millis: sum.video_millis + one.video_millis,
      latency: addHistograms(sum.latency, one.latency),
      ttft: addHistograms(sum.ttft, one.ttft),
      throughput: addHistograms(sum.throughput, one.throughput),
    }),
    noTraffic,
  )
}

function addHistograms(a: Histogram, b: Histogram): Histogram {
  const [longer, shorter] = a.length < b.length ? [b, a] : [a, b]
  return longer.map((count, place) => count + (shorter[place] ?? 0))
}
