import { ReplyValue } from '@/lib/http/contract'
import { publicRoute } from '@/lib/http/routes'
import { returnLiveness } from '@/lib/media/portraits/liveness'
import { LivenessParams, LivenessReturnQuery } from '@/lib/media/portraits/schema'

/** A browser gets here by a redirect of the vault's page, so it is a GET; its effect is that of asking for the result. */
export const GET = publicRoute(
  {
    summary: 'The phone comes back from a check of liveness',
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
