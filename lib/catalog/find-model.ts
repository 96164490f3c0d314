import type { CatalogModel } from './catalog-snapshot'
import { catalogSnapshot } from './read-snapshot'
import type { Modality } from './schema'

/** A model that can be called now. */
export function findModel(id: string): CatalogModel | undefined {
  return catalogSnapshot().models.get(id)
}

/** Whether the catalog has the model (of that modality), even where no provider of it is configured yet. */
export function modelExists(id: string, modality?: Modality): boolean {
  const known = catalogSnapshot().knownModels.get(id)
  return known !== undefined && (modality === undefined || known === modality)
}
