import { operatorRoute } from '@/lib/http/routes'
import { changeModel, patchModel, readOperatorModel, removeFromCatalog } from '@/lib/operator/admin/catalog'
import {
  ChangeModelRequest,
  ModelPatch,
  ModelPath,
  OperatorModel,
  Removed,
} from '@/lib/operator/admin/catalog-schema'

export const GET = operatorRoute(
  {
    summary: 'A model with its routes and all their prices',
    limit: 'account',
    params: ModelPath,
    reply: OperatorModel,
  },
  ({ params }) => readOperatorModel(params.id.join('/')),
)

export const PATCH = operatorRoute(
  {
    summary: 'Enable or disable a model, and set its limits for each customer',
    limit: 'account',
    params: ModelPath,
    body: ModelPatch,
    example: { enabled: true, rate_limit_tpm: 100_000 },
    reply: OperatorModel,
  },
  ({ caller, params, body }) => patchModel(caller, params.id.join('/'), body),
)

export const PUT = operatorRoute(
  {
    summary: 'Change all fields of a model except its id',
    limit: 'account',
    params: ModelPath,
    body: ChangeModelRequest,
    example: {
      name: 'Large',
      modality: 'chat',
      description: null,
      owned_by: 'Acme',
      context_length: 128_000,
      max_output_tokens: 4096,
      supported_parameters: ['temperature'],
      capabilities: {},
    },
    reply: OperatorModel,
  },
  ({ caller, params, body }) => changeModel(caller, params.id.join('/'), body),
)

export const DELETE = operatorRoute(
  {
    summary: 'Delete a model that was never used',
    limit: 'account',
    params: ModelPath,
    reply: Removed,
    refuses: ['model_in_use'],
  },
  ({ caller, params }) => removeFromCatalog(caller, 'model', params.id.join('/')),
)
