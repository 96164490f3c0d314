import { OwnKeyParams } from '@/lib/catalog/credentials/schema'
import { testOwnKey } from '@/lib/catalog/models/own-keys'
import { ProviderTestReply } from '@/lib/catalog/models/schema'
import { accountRoute } from '@/lib/http/routes'

export const POST = accountRoute(
  {
    summary: 'Whether the provider accepts a key of your own, by a real call that costs nothing',
    limit: 'account',
    params: OwnKeyParams,
    reply: ProviderTestReply,
    refuses: ['not_found'],
  },
  ({ caller, params }) => testOwnKey(caller, params.id),
)
