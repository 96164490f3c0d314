import { listProviderSettings } from '@/lib/catalog/list-provider-settings'
import { listProviders } from '@/lib/catalog/list-providers'
import type { OperatorProvider, OperatorProviderList } from './catalog-schema'
import { presentProvider } from './internal/present-catalog'

/** Every provider, those that are withdrawn last, with how it does at the moment. */
export async function listOperatorProviders(): Promise<OperatorProviderList> {
  const [settings, { data }] = await Promise.all([listProviderSettings(), listProviders()])
  const statusOf = new Map(data.map(({ id, status }) => [id, status]))
  const providers = settings.map((row) => presentProvider(row, statusOf.get(row.id)))
  return { object: 'list', data: providers.sort(byUseAndName) }
}

function byUseAndName(a: OperatorProvider, b: OperatorProvider): number {
  return (
    Number(a.withdrawn_at !== null) - Number(b.withdrawn_at !== null) || a.name.localeCompare(b.name, 'en')
  )
}
