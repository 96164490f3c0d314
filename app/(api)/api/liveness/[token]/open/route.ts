import { publicRoute } from '@/lib/http/public-route'
import { openLiveness } from '@/lib/portraits/open-liveness'
import { LivenessParams, OpenedLiveness } from '@/lib/portraits/schema'

export const POST = publicRoute(
  {
    summary: 'Begin a check of liveness on this phone',
    limit: 'catalog',
    params: LivenessParams,
    reply: OpenedLiveness,
  },
  ({ params }) => openLiveness(params.token),
)
