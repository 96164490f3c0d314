import { presentListedModel } from './presenter'
import { catalogSnapshot } from './read-snapshot'
import type { ListedModel } from './schema'

/** A model that can be called here, for anyone to see. */
export function findOfferedModel(id: string): ListedModel | undefined {
  const { models, providers } = catalogSnapshot()
  const model = models.get(id)
  return model && presentListedModel(model, (provider) => providers.get(provider)?.name ?? provider)
}
