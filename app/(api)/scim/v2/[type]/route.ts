import { createScim, listScim } from '@/lib/account/provisioning/resources'
import {
  ScimBody,
  ScimParams,
  ScimQuery,
  ScimReply,
  scimErrors,
} from '@/lib/account/provisioning/scim-schema'
import { scimRoute } from '@/lib/http/routes'

const declaration = { ...scimErrors, limit: 'scim', params: ScimParams, reply: ScimReply } as const

export const GET = scimRoute(
  {
    ...declaration,
    summary: 'List users or groups (SCIM)',
    query: ScimQuery,
    refuses: ['not_found'],
  },
  ({ caller, params, query }) => listScim(caller, params.type, query),
)

export const POST = scimRoute(
  {
    ...declaration,
    summary: 'Create a user or a group (SCIM)',
    status: 201,
    body: ScimBody,
    example: {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'ann@example.com',
      emails: [{ value: 'ann@example.com', type: 'work', primary: true }],
      active: true,
    },
    refuses: ['not_found', 'scim_conflict'],
  },
  async ({ caller, params, body, exchange }) => {
    const created = await createScim(caller, params.type, body)
    exchange.answerHeaders.location = created.meta?.location ?? ''
    return created
  },
)
