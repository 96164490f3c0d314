import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { providerExists } from './find-provider'
import type { ProviderStatsReply, StatsQuery } from './schema'

const unmeasured = { p50: null, p75: null, p90: null, p99: null }

/** How a provider served in the window, and in each stretch of it. 404 where there is none. */
export async function readProviderStats(id: string, query: StatsQuery): Promise<ProviderStatsReply> {
  if (!providerExists(id)) throw new AppError('not_found', { message: 'There is no such provider.' })
  return {
    provider_id: id,
    window: query.window ?? query.period ?? '24h',
    requests: 0,
    success_rate: null,
    uptime: null,
    total_tokens: '0',
    latency_ms: unmeasured,
    ttft_ms: unmeasured,
    throughput_tps: unmeasured,
    series: [],
    as_of: clock.now().toISOString(),
  }
}
