import { refusePrefetch, seeOther } from '@/lib/http/replies'
import { publicRoute } from '@/lib/http/routes'
import { cancelCheckout } from '@/lib/money/orders/checkout'
import { CancelQuery } from '@/lib/money/orders/orders-schema'

export const GET = publicRoute(
  {
    summary: 'Return from a cancelled payment page',
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
