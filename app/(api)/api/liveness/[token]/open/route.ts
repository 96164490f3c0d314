import { publicRoute } from '@/lib/http/routes'
import { openLiveness } from '@/lib/media/portraits/liveness'
import { LivenessParams, OpenedLiveness, OpenLivenessRequest } from '@/lib/media/portraits/schema'

export const POST = publicRoute(
  {
    summary: 'Begin a liveness check on this phone',
    limit: 'catalog',
    params: LivenessParams,
    body: OpenLivenessRequest,
    example: { phone_secret: 'q3v8JmXc1n5T0wLrYb7Kd2HsPf6Ga9Ue4MiQoZxVtEy' },
    reply: OpenedLiveness,
    refuses: ['not_found', 'liveness_unavailable', 'upstream_unavailable'],
  },
  ({ params, body }) => openLiveness(params.token, body),
)
