import { openCardPage } from '@/lib/billing/auto-top-up'
import { CardPageReply, CardPageRequest } from '@/lib/billing/settings-schema'
import { accountRoute } from '@/lib/http/routes'

export const POST = accountRoute(
  {
    summary: 'Open the page of Stripe on which a card is saved for automatic top-up',
    limit: 'account',
    body: CardPageRequest,
    example: {},
    isBodyOptional: true,
    idempotent: true,
    reply: CardPageReply,
    refuses: ['service_unavailable', 'upstream_error', 'upstream_unavailable', 'upstream_timeout'],
  },
  ({ caller }) => openCardPage(caller),
)
