import type { CatalogProvider } from './catalog-snapshot'
import { catalogSnapshot } from './read-snapshot'

export function findProvider(id: string): CatalogProvider | undefined {
  return catalogSnapshot().providers.get(id)
}

export function providerExists(id: string): boolean {
  return findProvider(id) !== undefined
}
