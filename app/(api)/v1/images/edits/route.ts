import { modelRefusals, uploadRefusals } from '@/lib/http/contract'
import { apiKeyRoute } from '@/lib/http/routes'
import { createEdit } from '@/lib/media/images/create-task'
import { CreatedImageTask, CreateEditRequest } from '@/lib/media/images/schema'

export const POST = apiKeyRoute(
  {
    summary: 'Start a task that edits an uploaded image, whole or inside a mask',
    limit: 'image_create',
    keepsContents: true,
    body: CreateEditRequest,
    example: {
      model: 'sandbox/image-1',
      prompt: 'Add a boat',
      image_upload_id: 'upl_01kb0m3x5h8q2v7r4n6t9w1y3z',
    },
    reply: CreatedImageTask,
    status: 202,
    idempotent: true,
    refusesMultipart: true,
    refuses: [...modelRefusals, ...uploadRefusals],
  },
  ({ caller, body, exchange }) => createEdit(caller, body, exchange.headers['idempotency-key']),
)
