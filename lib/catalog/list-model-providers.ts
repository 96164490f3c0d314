import { findModel } from './find-model'
import { readProvider } from './read-provider'
import type { ModelProvider } from './schema'

/** Who serves a model, in the order in which they are tried; none where nobody is configured. */
export async function listModelProviders(modelId: string): Promise<ModelProvider[]> {
  const routes = findModel(modelId)?.routes ?? []
  const found = await Promise.all(
    routes.map(async ({ providerId }) => {
      const { id, name, disabled_reason, models } = await readProvider(providerId)
      return models
        .filter((model) => model.id === modelId)
        .map((model) => ({ ...model, id, name, disabled_reason }))
    }),
  )
  return found.flat()
}
