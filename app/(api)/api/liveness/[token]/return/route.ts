import { ReplyValue } from '@/lib/http/contract'
import { publicRoute } from '@/lib/http/routes'
import { returnLiveness } from '@/lib/media/portraits/liveness'
import { LivenessParams, LivenessReturnQuery } from '@/lib/media/portraits/schema'

/** A GET, as the vault's page redirects the browser here. It has the same effect as reading the result. */
export const GET = publicRoute(
  {
    summary: 'Return of the phone from a liveness check',
    limit: 'catalog',
    params: LivenessParams,
    query: LivenessReturnQuery,
    refuses: ['not_found'],
    isRedirect: true,
  },
  async ({ params, query }) =>
    new ReplyValue({
      status: 303,
      headers: {
        location: await returnLiveness(params.token, query.resultCode),
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      },
      body: null,
    }),
)
