import { listProviderSettings } from '@/lib/catalog/list-provider-settings'
import { listProviders } from '@/lib/catalog/list-providers'
import type { OperatorProviderList } from './catalog-schema'
import { presentProvider } from './internal/present-catalog'

/** Every provider, those that are withdrawn last, with how it does at the moment. */
export async function listOperatorProviders(): Promise<OperatorProviderList> {
  const [settings, { data }] = await Promise.all([listProviderSettings(), listProviders()])
  const statusOf = new Map(data.map(({ id, status }) => [id, status]))
  return { object: 'list', data: settings.map((row) => presentProvider(row, statusOf.get(row.id))) }
}
