import { modelRefusals, uploadRefusals } from '@/lib/http/contract'
import { apiKeyRoute } from '@/lib/http/routes'
import { createVariation } from '@/lib/media/images/create-task'
import { CreatedImageTask, CreateVariationRequest } from '@/lib/media/images/schema'

export const POST = apiKeyRoute(
  {
    summary: 'Start a task that makes a variation of an uploaded image',
    limit: 'image_create',
    keepsContents: true,
    body: CreateVariationRequest,
    example: { model: 'sandbox/image-2', image_upload_id: 'upl_01kb0m3x5h8q2v7r4n6t9w1y3z' },
    reply: CreatedImageTask,
    status: 200,
    idempotent: true,
    refusesMultipart: true,
    refuses: [...modelRefusals, ...uploadRefusals],
  },
  ({ caller, body, exchange }) => createVariation(caller, body, exchange.headers['idempotency-key']),
)
