import { publicRoute } from '@/lib/http/routes'
import { readLiveness } from '@/lib/media/portraits/liveness'
import { LivenessPage, LivenessParams } from '@/lib/media/portraits/schema'

export const GET = publicRoute(
  {
    summary: 'The state of a liveness check, for the page on the phone',
    limit: 'catalog',
    params: LivenessParams,
    reply: LivenessPage,
    refuses: ['not_found'],
  },
  ({ params }) => readLiveness(params.token),
)
