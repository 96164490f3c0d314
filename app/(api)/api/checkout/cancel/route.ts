import { cancelCheckout } from '@/lib/billing/cancel-checkout'
import { CancelQuery } from '@/lib/billing/orders-schema'
import { publicRoute } from '@/lib/http/public-route'
import { refusePrefetch } from '@/lib/http/refuse-prefetch'
import { seeOther } from '@/lib/http/see-other'

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
