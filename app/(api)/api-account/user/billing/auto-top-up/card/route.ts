import { accountRoute } from '@/lib/http/routes'
import { openCardPage, removeCard } from '@/lib/money/orders/auto-top-up'
import { AutoTopUpReply, CardPageReply, CardPageRequest } from '@/lib/money/orders/settings-schema'

export const POST = accountRoute(
  {
    summary: 'Open Stripe’s page for saving a card for automatic top-up',
    limit: 'account',
    needs: 'billing.manage',
    body: CardPageRequest,
    example: {},
    isBodyOptional: true,
    idempotent: true,
    reply: CardPageReply,
    refuses: ['top_up_unavailable', 'upstream_error', 'upstream_unavailable', 'upstream_timeout'],
    audit: 'auto_top_up.add_card',
  },
  ({ caller }) => openCardPage(caller),
)

export const DELETE = accountRoute(
  {
    summary: 'Remove the saved card here and at Stripe, which turns automatic top-up off',
    limit: 'account',
    needs: 'billing.manage',
    reply: AutoTopUpReply,
    refuses: ['top_up_unavailable', 'upstream_error', 'upstream_unavailable', 'upstream_timeout'],
    audit: 'auto_top_up.remove_card',
  },
  ({ caller }) => removeCard(caller),
)
