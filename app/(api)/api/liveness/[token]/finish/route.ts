import { publicRoute } from '@/lib/http/routes'
import { finishLiveness } from '@/lib/media/portraits/liveness'
import { FinishedLiveness, FinishLivenessRequest, LivenessParams } from '@/lib/media/portraits/schema'

const MAX_BODY_BYTES = 10 * 1024 * 1024

export const POST = publicRoute(
  {
    summary: 'Decline a liveness check, or end one in the sandbox',
    limit: 'catalog',
    params: LivenessParams,
    body: FinishLivenessRequest,
    example: { phone_secret: 'q3v8JmXc1n5T0wLrYb7Kd2HsPf6Ga9Ue4MiQoZxVtEy', outcome: 'pass' },
    reply: FinishedLiveness,
    maxBodyBytes: MAX_BODY_BYTES,
    refuses: ['not_found', 'forbidden', 'liveness_unavailable'],
  },
  ({ params, body }) => finishLiveness(params.token, body),
)
