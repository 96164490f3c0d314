import { presentProviderItem } from './provider-presenter'
import { catalogSnapshot } from './read-snapshot'
import type { ProviderListReply } from './schema'

/** Every provider of the catalog that has models: those in service first, then by name. */
export async function listProviders(): Promise<ProviderListReply> {
  const providers = [...catalogSnapshot().providers.values()].filter(({ offers }) => offers.length > 0)
  const items = providers.map((provider) => presentProviderItem(provider))
  const isIdle = (status: string) => (status === 'disabled' ? 1 : 0)
  return {
    object: 'list',
    data: items.sort((a, b) => isIdle(a.status) - isIdle(b.status) || a.name.localeCompare(b.name, 'en')),
  }
}
