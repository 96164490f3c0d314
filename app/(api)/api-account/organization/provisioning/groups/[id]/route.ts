import {
  ProvisioningGroup,
  ProvisioningGroupParams,
  UpdateProvisioningGroupRequest,
} from '@/lib/account/provisioning/schema'
import { setGroupRole } from '@/lib/account/provisioning/settings'
import { accountRoute } from '@/lib/http/routes'

export const PATCH = accountRoute(
  {
    audit: 'provisioning.update',
    summary: 'Give the members of a provisioned group a role',
    limit: 'account',
    needs: 'organization.manage',
    params: ProvisioningGroupParams,
    body: UpdateProvisioningGroupRequest,
    example: { role: 'admin' },
    reply: ProvisioningGroup,
    refuses: ['not_found'],
  },
  ({ caller, params, body }) => setGroupRole(caller, params.id, body),
)
