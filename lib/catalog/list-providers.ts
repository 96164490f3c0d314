import { createFreshCache } from '@/lib/platform/fresh-cache'
import { readHealth } from './internal/read-health'
import { presentProvider } from './presenter'
import { catalogSnapshot } from './read-snapshot'
import type { ProviderItem, ProviderListReply } from './schema'

const cached = createFreshCache<ProviderListReply>('provider-list')

/**
 * Every provider of the catalog that has models: those in service first, then by name. One whose key is missing, or
 * that the operator switched off, is there too, as `disabled`.
 */
export function listProviders(): Promise<ProviderListReply> {
  return cached('all', async () => {
    const health = await readHealth()
    const providers = [...catalogSnapshot().providers.values()].filter(({ offers }) => offers.length > 0)
    const items = providers.map((provider) => presentProvider(provider, health.statusOf(provider)))
    return { object: 'list', data: items.sort(byService) }
  })
}

function byService(a: ProviderItem, b: ProviderItem): number {
  const isOff = (item: ProviderItem) => (item.status === 'disabled' ? 1 : 0)
  return isOff(a) - isOff(b) || a.name.localeCompare(b.name, 'en')
}
