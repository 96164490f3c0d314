import { accountRoute } from '@/lib/http/routes'
import { readAutoTopUp, updateAutoTopUp } from '@/lib/money/orders/auto-top-up'
import { AutoTopUpReply, UpdateAutoTopUpRequest } from '@/lib/money/orders/settings-schema'

export const GET = accountRoute(
  {
    summary: 'Automatic top-up settings and the saved card',
    limit: 'account',
    needs: 'billing.read',
    reply: AutoTopUpReply,
  },
  ({ caller }) => readAutoTopUp(caller),
)

export const PATCH = accountRoute(
  {
    summary: 'Change automatic top-up settings, or turn it on or off',
    limit: 'account',
    needs: 'billing.manage',
    body: UpdateAutoTopUpRequest,
    example: { enabled: true, threshold: '5', amount: '25', monthly_limit: '100' },
    reply: AutoTopUpReply,
    refuses: ['top_up_unavailable'],
    audit: 'auto_top_up.update',
  },
  ({ caller, body }) => updateAutoTopUp(caller, body),
)
