import { ListedModel } from '@/lib/catalog/models/schema'

type Fields = Partial<Omit<ListedModel, 'routes' | 'providers'>> & {
  id: string
  /** The ids of its providers, all at the model's price. */
  servedBy?: readonly string[]
}

/** A model with defaults for everything that is not given. */
export function listedModel({ id, servedBy = ['acme'], pricing = {}, ...fields }: Fields): ListedModel {
  return ListedModel.parse({
    id,
    object: 'model',
    type: 'model',
    created: 1_790_000_000,
    created_at: '2026-09-21T14:13:20Z',
    owned_by: 'acme',
    name: id,
    display_name: id,
    description: null,
    modality: 'chat',
    context_length: null,
    max_output_tokens: null,
    max_input_tokens: null,
    max_tokens: null,
    pricing,
    supported_parameters: [],
    capabilities: {},
    providers: servedBy,
    expiration_date: null,
    routes: servedBy.map((provider) => ({
      provider_id: provider,
      provider_name: provider.toUpperCase(),
      pricing,
      context_length: null,
      max_output_tokens: null,
    })),
    ...fields,
  })
}
