import { operatorRoute } from '@/lib/http/routes'
import { addModels, listOperatorModels } from '@/lib/operator/admin/catalog'
import { AddedModels, AddModelsRequest, OperatorModelList } from '@/lib/operator/admin/catalog-schema'

export const GET = operatorRoute(
  { summary: 'All models, callable or not', limit: 'account', reply: OperatorModelList },
  () => listOperatorModels(),
)

export const POST = operatorRoute(
  {
    summary: 'Add models or routes, and set prices of routes, all or none',
    limit: 'account',
    body: AddModelsRequest,
    example: {
      models: [
        {
          model_id: 'acme/large',
          model: {
            name: 'Large',
            modality: 'chat',
            description: null,
            owned_by: 'Acme',
            context_length: 128_000,
            max_output_tokens: 4096,
            supported_parameters: ['temperature'],
            capabilities: {},
          },
          route: {
            provider_id: 'acme',
            upstream_id: 'large',
            context_length: null,
            max_output_tokens: null,
            supported_parameters: [],
            pricing: { prompt: '0.000001', completion: '0.000002' },
            cost: null,
          },
        },
      ],
    },
    reply: AddedModels,
    status: 201,
    refuses: ['not_found'],
    idempotent: true,
  },
  ({ caller, body }) => addModels(caller, body),
)
