import { DeletedOrganization, DeleteOrganizationRequest } from '@/lib/account/organizations/schema'
import { accountRoute } from '@/lib/http/routes'
import { deleteOrganization } from '@/lib/operator/admin/delete-account'

export const POST = accountRoute(
  {
    summary: 'Delete the organization: keys immediately, its data within an hour',
    limit: 'account',
    needs: 'organization.own',
    audit: 'organization.delete',
    body: DeleteOrganizationRequest,
    example: { name: 'Example Inc.', current_password: 'correct horse battery' },
    reply: DeletedOrganization,
    refuses: ['not_found', 'demo_account_fixed', 'operator_not_deletable', 'payment_under_way'],
    isForPerson: true,
  },
  ({ caller, body, exchange }) => deleteOrganization(caller, body, exchange.peer),
)
