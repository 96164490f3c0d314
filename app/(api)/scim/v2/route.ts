import { listScim } from '@/lib/account/provisioning/resources'
import { ScimQuery, ScimReply, scimErrors } from '@/lib/account/provisioning/scim-schema'
import { scimRoute } from '@/lib/http/routes'

export const GET = scimRoute(
  {
    ...scimErrors,
    summary: 'List users and groups (SCIM)',
    limit: 'scim',
    query: ScimQuery,
    reply: ScimReply,
  },
  ({ caller, query }) => listScim(caller, undefined, query),
)
