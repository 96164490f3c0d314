import { operatorRoute } from '@/lib/http/routes'
import { changeSetup } from '@/lib/operator/admin/setup'
import { ChangeSetupRequest, Setup } from '@/lib/operator/settings/schema'

export const PATCH = operatorRoute(
  {
    summary: 'Mark a step of the first setup as done, or hide it',
    limit: 'account',
    body: ChangeSetupRequest,
    example: { is_dismissed: true },
    reply: Setup,
  },
  ({ caller, body }) => changeSetup(caller, body),
)
