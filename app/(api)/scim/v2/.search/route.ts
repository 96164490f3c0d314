import { listScim } from '@/lib/account/provisioning/resources'
import { ScimReply, ScimSearch, scimErrors } from '@/lib/account/provisioning/scim-schema'
import { scimRoute } from '@/lib/http/routes'

export const POST = scimRoute(
  {
    ...scimErrors,
    summary: 'Search users and groups (SCIM)',
    limit: 'scim',
    body: ScimSearch,
    example: { filter: 'userName eq "ann@example.com"', attributes: ['id'] },
    reply: ScimReply,
  },
  ({ caller, body }) => listScim(caller, undefined, body),
)
