import { cancelCheckout } from '@/lib/billing/cancel-checkout'
import { CancelQuery } from '@/lib/billing/orders-schema'
import { refusePrefetch, seeOther } from '@/lib/http/replies'
import { publicRoute } from '@/lib/http/routes'

export const GET = publicRoute(
  {
    summary: 'The way back from a payment page that was left',
    limit: 'object',
    query: CancelQuery,
    refuses: ['not_found'],
    isRedirect: true,
  },
  async ({ query, exchange }) => {
    refusePrefetch(exchange)
    return seeOther(await cancelCheckout(query))
  },
)
