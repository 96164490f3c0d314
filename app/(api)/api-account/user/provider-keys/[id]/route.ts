import {
  ChangeOwnKeyRequest,
  OwnKeyParams,
  OwnKeyRecord,
  RemovedOwnKey,
} from '@/lib/catalog/credentials/schema'
import { changeOwnKey, removeOwnKey } from '@/lib/catalog/models/own-keys'
import { accountRoute } from '@/lib/http/routes'

export const PATCH = accountRoute(
  {
    summary: 'Allow or forbid fallback when a provider key fails',
    limit: 'account',
    needs: 'settings.manage',
    params: OwnKeyParams,
    body: ChangeOwnKeyRequest,
    example: { allow_fallback: true },
    reply: OwnKeyRecord,
    refuses: ['not_found'],
    audit: 'provider_key.update',
  },
  ({ caller, params, body }) => changeOwnKey(caller, params.id, body.allow_fallback),
)

export const DELETE = accountRoute(
  {
    summary: 'Remove a provider key',
    limit: 'account',
    needs: 'settings.manage',
    params: OwnKeyParams,
    reply: RemovedOwnKey,
    refuses: ['not_found'],
    audit: 'provider_key.delete',
  },
  ({ caller, params }) => removeOwnKey(caller, params.id),
)
