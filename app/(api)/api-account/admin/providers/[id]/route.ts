import { operatorRoute } from '@/lib/http/routes'
import { switchCatalog } from '@/lib/operator/admin/catalog'
import {
  ChangeProviderRequest,
  IdParams,
  OperatorProvider,
  RemovedProvider,
  Switched,
  SwitchRequest,
} from '@/lib/operator/admin/catalog-schema'
import { changeCustomProvider, removeProvider } from '@/lib/operator/admin/providers'

export const PATCH = operatorRoute(
  {
    summary: 'Enable or disable a provider',
    limit: 'account',
    params: IdParams,
    body: SwitchRequest,
    example: { enabled: false },
    reply: Switched,
  },
  ({ caller, params, body }) => switchCatalog(caller, 'provider', params.id, body.enabled),
)

export const PUT = operatorRoute(
  {
    summary: 'Change a custom provider',
    limit: 'account',
    params: IdParams,
    body: ChangeProviderRequest,
    example: { name: 'Acme', kind: 'openai-compatible', base_url: 'https://api.acme.example/v1' },
    reply: OperatorProvider,
    refuses: ['demo_is_open'],
  },
  ({ caller, params, body }) => changeCustomProvider(caller, params.id, body),
)

export const DELETE = operatorRoute(
  {
    summary: 'Remove a custom provider and its keys',
    limit: 'account',
    params: IdParams,
    reply: RemovedProvider,
  },
  ({ caller, params }) => removeProvider(caller, params.id),
)
