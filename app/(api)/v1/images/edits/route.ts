import { apiKeyRoute } from '@/lib/http/api-key-route'
import { createEdit } from '@/lib/images/create-edit'
import { CreatedImageTask, CreateEditRequest } from '@/lib/images/schema'

export const POST = apiKeyRoute(
  {
    summary: 'Start a task that edits an uploaded image, whole or inside a mask',
    limit: 'image_create',
    body: CreateEditRequest,
    reply: CreatedImageTask,
    status: 202,
    idempotent: true,
    refusesMultipart: true,
  },
  ({ caller, body, exchange }) => createEdit(caller, body, exchange.headers['idempotency-key']),
)
