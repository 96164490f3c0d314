import { deleteScim, patchScim, readScim, replaceScim } from '@/lib/account/provisioning/resources'
import {
  ScimBody,
  ScimItemParams,
  ScimQuery,
  ScimReply,
  scimErrors,
} from '@/lib/account/provisioning/scim-schema'
import { ReplyValue } from '@/lib/http/contract'
import { scimRoute } from '@/lib/http/routes'

const declaration = { ...scimErrors, limit: 'scim', params: ScimItemParams } as const
const changing = { ...declaration, body: ScimBody, query: ScimQuery, reply: ScimReply } as const
const nothing = () => new ReplyValue({ status: 204, headers: {}, body: null })

export const GET = scimRoute(
  {
    ...declaration,
    summary: 'Retrieve a user, a group, a resource type or a schema (SCIM)',
    query: ScimQuery,
    reply: ScimReply,
    refuses: ['not_found'],
  },
  ({ caller, params, query }) => readScim(caller, params, query),
)

export const PUT = scimRoute(
  {
    ...changing,
    summary: 'Replace a user or a group (SCIM)',
    example: { displayName: 'Developers', members: [] },
    refuses: ['not_found', 'scim_conflict', 'owner_protected'],
  },
  ({ caller, params, body }) => replaceScim(caller, params.type, params.id, body),
)

export const PATCH = scimRoute(
  {
    ...changing,
    summary: 'Change a user or a group (SCIM)',
    example: { Operations: [{ op: 'replace', path: 'active', value: false }] },
    mayBeEmpty: true,
    refuses: ['not_found', 'scim_conflict', 'owner_protected'],
  },
  async ({ caller, params, body, query }) => (await patchScim(caller, params, body, query)) ?? nothing(),
)

export const DELETE = scimRoute(
  {
    ...declaration,
    summary: 'Delete a user, whose membership ends, or a group (SCIM)',
    status: 204,
    refuses: ['not_found', 'owner_protected'],
  },
  async ({ caller, params }) => {
    await deleteScim(caller, params)
    return nothing()
  },
)
