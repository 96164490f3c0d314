import { AddOwnKeyRequest, OwnKeyList, OwnKeyRecord } from '@/lib/catalog/credentials/schema'
import { addOwnKey, listOwnKeys } from '@/lib/catalog/models/own-keys'
import { accountRoute } from '@/lib/http/routes'

export const GET = accountRoute(
  {
    summary: 'Your own keys for providers, oldest first',
    limit: 'account',
    needs: 'settings.read',
    reply: OwnKeyList,
  },
  ({ caller }) => listOwnKeys(caller),
)

export const POST = accountRoute(
  {
    summary: 'Add a provider key; it is never shown again',
    limit: 'account',
    needs: 'settings.manage',
    body: AddOwnKeyRequest,
    example: { provider: 'openai', key: 'sk-proj-0123456789' },
    reply: OwnKeyRecord,
    status: 201,
    idempotent: true,
    refuses: ['demo_is_open'],
    audit: 'provider_key.create',
  },
  ({ caller, body }) => addOwnKey(caller, body),
)
