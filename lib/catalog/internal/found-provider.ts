import type { ListedModel } from '@/lib/upstream/contract/model-list'
import type { Pricing } from '../schema'
import type { LocalServer } from './local-servers'
import type { MergedProvider } from './merge-seed'
import { SeedModel } from './seed-schema'

const MOST_MODELS = 500
/** Lists do not say what a model is for; those that make vectors are called so. */
const EMBEDDING = /embed|bge-|e5-|gte-|minilm/i

/** A local server and its models, as a provider of the catalog. What cannot be a model's id is left out. */
export function foundProvider(
  server: LocalServer,
  listed: readonly ListedModel[],
  pricing: Pricing,
): MergedProvider {
  return {
    id: server.id,
    name: server.name,
    adapter: 'openai-compatible',
    base_url: server.baseUrl,
    origin: 'found',
    models: listed
      .slice(0, MOST_MODELS)
      .flatMap((model) => modelOf(server, model, pricing) ?? [])
      .map((model) => ({ ...model, origin: 'found' as const })),
  }
}

function modelOf(
  { id: providerId }: LocalServer,
  { id, contextLength }: ListedModel,
  pricing: Pricing,
): SeedModel | undefined {
  const isEmbedding = EMBEDDING.test(id)
  return SeedModel.safeParse({
    id: `${providerId}/${id}`,
    name: id,
    modality: isEmbedding ? 'embedding' : 'chat',
    upstream_id: id,
    ...(contextLength !== null && { context_length: contextLength }),
    pricing: isEmbedding ? { prompt: pricing.prompt } : pricing,
  }).data
}
