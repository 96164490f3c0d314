import { ProvisioningSettings, UpdateProvisioningRequest } from '@/lib/account/provisioning/schema'
import { readProvisioning, updateProvisioning } from '@/lib/account/provisioning/settings'
import { accountRoute } from '@/lib/http/routes'

const declaration = { limit: 'account', needs: 'organization.manage', reply: ProvisioningSettings } as const

export const GET = accountRoute(
  { ...declaration, summary: 'Read how the organization’s members are provisioned (SCIM)' },
  ({ caller }) => readProvisioning(caller),
)

export const PATCH = accountRoute(
  {
    ...declaration,
    audit: 'provisioning.update',
    summary: 'Change the role of provisioned members in no group with a role',
    body: UpdateProvisioningRequest,
    example: { default_role: 'viewer' },
  },
  ({ caller, body }) => updateProvisioning(caller, body),
)
