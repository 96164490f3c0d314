import { OwnKeyParams } from '@/lib/catalog/credentials/schema'
import { testOwnKey } from '@/lib/catalog/models/own-keys'
import { ProviderTestReply } from '@/lib/catalog/models/schema'
import { accountRoute } from '@/lib/http/routes'

export const POST = accountRoute(
  {
    summary: 'Test a provider key by a free call to the provider',
    limit: 'account',
    needs: 'settings.manage',
    params: OwnKeyParams,
    reply: ProviderTestReply,
    refuses: ['not_found'],
    audit: null,
  },
  ({ caller, params }) => testOwnKey(caller, params.id),
)
