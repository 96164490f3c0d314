import { dropContents, keepContents } from '@/lib/account/api-keys/contents'
import { ApiKeyParams, ApiKeyRecord, KeepContentsRequest } from '@/lib/account/api-keys/schema'
import { accountRoute } from '@/lib/http/routes'

export const PUT = accountRoute(
  {
    summary: 'Keep the request contents of an API key for some days',
    limit: 'account',
    needs: 'keys.own',
    params: ApiKeyParams,
    body: KeepContentsRequest,
    example: { days: 7 },
    reply: ApiKeyRecord,
    refuses: ['not_found'],
    isForPerson: true,
    audit: 'contents.keep',
  },
  ({ caller, params, body }) => keepContents(caller, params.id, body),
)

export const DELETE = accountRoute(
  {
    summary: 'Stop keeping request contents and delete them',
    limit: 'account',
    needs: 'keys.own',
    params: ApiKeyParams,
    reply: ApiKeyRecord,
    refuses: ['not_found'],
    isForPerson: true,
    audit: 'contents.delete',
  },
  ({ caller, params }) => dropContents(caller, params.id),
)
