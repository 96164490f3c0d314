import { DeletedScimToken, NewScimToken } from '@/lib/account/provisioning/schema'
import { createToken, revokeToken } from '@/lib/account/provisioning/settings'
import { accountRoute } from '@/lib/http/routes'

const declaration = { limit: 'account', needs: 'organization.manage' } as const

export const POST = accountRoute(
  {
    ...declaration,
    audit: 'scim_token.create',
    summary: 'Create the SCIM token of the organization, or replace it',
    reply: NewScimToken,
    status: 201,
    idempotent: true,
    holdsSecret: true,
  },
  ({ caller }) => createToken(caller),
)

export const DELETE = accountRoute(
  {
    ...declaration,
    audit: 'scim_token.revoke',
    summary: 'Revoke the SCIM token; members stay',
    reply: DeletedScimToken,
  },
  ({ caller }) => revokeToken(caller),
)
