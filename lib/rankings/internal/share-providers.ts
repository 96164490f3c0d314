import { addTraffic, type TrafficRow } from '@/lib/usage/traffic'
import type { ProviderShare } from '../schema'
import { byUse } from './model-traffic'
import { shareOf } from './share-of'

/** Who served how much, the most first. */
export function shareProviders(
  routes: readonly TrafficRow[],
  nameOf: (providerId: string) => string,
): ProviderShare[] {
  const used = routes.filter(({ requests }) => requests > 0)
  const total = used.reduce((sum, { total_tokens }) => sum + total_tokens, 0n)
  const byProvider = [...Map.groupBy(used, ({ provider_id }) => provider_id ?? '')]
  return byProvider
    .map(([providerId, rows]) => ({ providerId, ...addTraffic(rows) }))
    .sort((a, b) => byUse(a, b) || (a.providerId < b.providerId ? -1 : 1))
    .map((provider) => ({
      provider_id: provider.providerId,
      provider_name: nameOf(provider.providerId),
      total_tokens: provider.total_tokens.toString(),
      requests: provider.requests,
      share: shareOf(provider.total_tokens, total),
    }))
}
