import { apiKeyRoute } from '@/lib/http/api-key-route'
import { createGeneration } from '@/lib/images/create-generation'
import { CreatedImageTask, CreateGenerationRequest } from '@/lib/images/schema'

export const POST = apiKeyRoute(
  {
    summary: 'Start a task that makes images from words',
    limit: 'image_create',
    body: CreateGenerationRequest,
    reply: CreatedImageTask,
    status: 200,
    idempotent: true,
    refusesMultipart: true,
  },
  ({ caller, body, exchange }) => createGeneration(caller, body, exchange.headers['idempotency-key']),
)
