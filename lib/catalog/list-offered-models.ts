import { presentListedModel } from './presenter'
import { catalogSnapshot } from './read-snapshot'
import type { ListedModel } from './schema'

/** Every model that can be called here, for anyone to see, by id. */
export function listOfferedModels(): ListedModel[] {
  const { models, providers } = catalogSnapshot()
  const nameOf = (id: string) => providers.get(id)?.name ?? id
  return [...models.values()].map((model) => presentListedModel(model, nameOf))
}
