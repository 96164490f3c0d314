import type { MeasuredSpeed } from '@/components/catalog/models/listing/select-models'
import type { SpeedRanking } from '@/lib/catalog/rankings/schema'

/** The measured speeds by model id. */
export function measuredSpeeds({ throughput, latency }: SpeedRanking): Map<string, MeasuredSpeed> {
  const ids = new Set([...throughput, ...latency].map((row) => row.model_id))
  return new Map(
    [...ids].map((id) => [
      id,
      {
        tps: throughput.find((row) => row.model_id === id)?.tps_p50 ?? null,
        ttftMs: latency.find((row) => row.model_id === id)?.ttft_p50_ms ?? null,
      },
    ]),
  )
}
