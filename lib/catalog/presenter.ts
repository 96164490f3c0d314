import type { CatalogModel } from './catalog-snapshot'
import type { ModelReply } from './schema'

export function presentModel(model: CatalogModel): ModelReply {
  return {
    id: model.id,
    object: 'model',
    created: model.created,
    owned_by: model.ownedBy,
    name: model.name,
    description: model.description,
    modality: model.modality,
    context_length: model.contextLength,
    max_output_tokens: model.maxOutputTokens,
    pricing: model.routes[0].pricing,
    supported_parameters: [...model.supportedParameters],
    capabilities: { ...model.capabilities },
    providers: model.routes.map(({ providerId }) => providerId),
  }
}
